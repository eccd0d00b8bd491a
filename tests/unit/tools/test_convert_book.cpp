// The parts of `polyglot convert-book`; whole conversions: tests/e2e/test_convert_book.py.
#include "tests/unit/tools/book_tools_support.hpp"
#include "tools/convert_book_options.hpp"
#include "tools/convert_book_report.hpp"
#include "tools/convert_book_writer.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace polyglot::tools {
namespace {

using chess::Position;

TEST_CASE("weights in 16 bits keep their proportions, and none becomes 0") {
    const auto check = [](std::vector<std::uint32_t> weights, const std::vector<std::uint32_t>& expected) {
        CHECK(fit_weights(weights));
        CHECK(weights == expected);
    };
    std::vector<std::uint32_t> none;
    CHECK_FALSE(fit_weights(none));
    std::vector<std::uint32_t> small{65'535, 0, 1};
    CHECK_FALSE(fit_weights(small));
    CHECK(small == std::vector<std::uint32_t>{65'535, 0, 1});
    check({131'070, 65'535, 1, 0}, {65'535, 32'768, 1, 0});
    check({0xffff'ffff, 0x8000'0000, 3}, {65'535, 32'768, 1});
    check({20, 1'048'576}, {1, 65'535});
}

TEST_CASE("formats by name") {
    CHECK(parse_book_target("bin") == BookTarget::PolyGlot);
    CHECK(parse_book_target("PolyGlot") == BookTarget::PolyGlot);
    CHECK(parse_book_target("ABK") == BookTarget::Arena);
    CHECK(parse_book_target("json") == BookTarget::Json);
    CHECK_FALSE(parse_book_target(""));
    CHECK_FALSE(parse_book_target("bi"));
}

TEST_CASE("positions that only Chess960 has") {
    const auto check = [](std::string_view fen, bool expected) {
        CHECK(is_of_chess960(test::position(fen)) == expected);
    };
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false);
    check("rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w - - 0 1", false); // without the right
    check("rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w HAha - 0 1", true);
    check("nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b b - 0 1", true);    // only Black, on one side
    check("rqnnkbbr/pppppppp/8/8/8/8/PPPPPPPP/RQNNKBBR w KQkq - 0 1", true); // castles as usual, but is one of the 960
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false);
}

book::Entry entry(std::string_view move, std::uint32_t weight, std::uint32_t learn = 0) {
    const auto legal = chess::parse_uci_move(Position::start(), move);
    return {.move = legal.value_or(chess::Move{}), .weight = weight, .learn_count = learn};
}

TEST_CASE("what a walk counts") {
    SourceTally tally;
    tally.add({entry("e2e4", 5, 3), entry("e2e5", 5), entry("d2d4", 0), entry("c2c4", 1)});
    CHECK(tally.illegal == 1);
    CHECK(tally.learnt == 1);
    CHECK(tally.others == 2);
    CHECK(tally.values == 0);
    book::Entry without_move;
    without_move.evaluation = book::Evaluation{};
    without_move.evaluation->depth = 12;
    tally.add({without_move});
    CHECK(tally.illegal == 1); // it is known, but no move of it
    CHECK(tally.values == 1);
    CHECK(tally.depths == 1);
    book::Entry played = entry("e2e4", 1);
    played.priority = 5;
    played.games = book::GameCounts{3, 1, 1};
    tally.add({played});
    CHECK(tally.priorities == 1);
    CHECK(tally.results == 1);
}

// What a writer makes of one position.
std::string written(BookTarget target, const std::vector<book::Entry>& entries, WrittenCounts& counts,
                    const Position& position = Position::start()) {
    std::string text;
    const auto keep = [&text](std::string_view bytes) { text.append(bytes); };
    const auto writer = target == BookTarget::Yacb ? make_yacb_writer(keep) : make_csv_writer({}, keep);
    writer->take({position, {}, position, entries});
    writer->finish();
    counts = writer->counts();
    return text;
}

TEST_CASE("YACB: the first of the heaviest, never one of weight 0; what would say nothing is not written") {
    const auto check = [](const std::vector<book::Entry>& entries, std::optional<std::string_view> best) {
        WrittenCounts counts;
        const std::string bytes = written(BookTarget::Yacb, entries, counts);
        REQUIRE(bytes.size() == 32 + 16 * (best ? 1U : 0U));
        CHECK(counts.entries == (best ? 1 : 0));
        if (!best) return;
        const auto decoded =
            book::decode_yacb_entry(std::as_bytes(std::span(bytes)).subspan<32, book::yacb_entry_size>());
        REQUIRE(decoded.has_value());
        const chess::Move move = book::decode_stockfish_move(decoded->best_move, Position::start());
        CHECK(chess::format_uci_move(move) == *best);
    };
    check({entry("e2e4", 3), entry("d2d4", 5), entry("c2c4", 5)}, "d2d4");
    check({entry("e2e5", 9), entry("d2d4", 5)}, "d2d4"); // the first is not legal
    check({entry("e2e4", 0)}, std::nullopt);
    book::Entry lost = entry("e2e4", 0);
    lost.evaluation = book::Evaluation{};
    check({lost}, "0000");
}

TEST_CASE("YACB: a value from all games of a position, for White") {
    book::Entry first = entry("e2e4", 3);
    first.games = book::GameCounts{8, 4, 2}; // 5 of 8
    book::Entry second = entry("d2d4", 1);
    second.games = book::GameCounts{2, 0, 1}; // half of 2
    book::Entry damaged = entry("c2c4", 1);
    damaged.games = book::GameCounts{1, 5, 5}; // more decided than played: nobody knows
    WrittenCounts counts;
    const std::string bytes = written(BookTarget::Yacb, {first, second, damaged}, counts);
    const auto decoded = book::decode_yacb_entry(std::as_bytes(std::span(bytes)).subspan<32, book::yacb_entry_size>());
    REQUIRE(decoded.has_value());
    CHECK(decoded->evaluation.type == book::Evaluation::Type::PerCent);
    CHECK(decoded->evaluation.source == book::Evaluation::Source::Statistics);
    CHECK(decoded->evaluation.value == 22'000); // 5.5 of 10
    CHECK(counts.valueless == 0);
}

TEST_CASE("CSV: every column has its place, also of what is not known") {
    WrittenCounts counts;
    const std::string text = written(BookTarget::Csv, {entry("e2e4", 1), entry("e2e5", 1)}, counts);
    const std::size_t second = text.find('\n') + 1;
    const std::string row = text.substr(second);
    CHECK(row == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,0,e2e4,e4,1,50.00,,,,,0,0,,,,,,\n");
    const std::string head = text.substr(0, second);
    CHECK(std::count(row.begin(), row.end(), ',') == std::count(head.begin(), head.end(), ','));
    CHECK(counts.entries == 1);
    book::Entry full = entry("e2e4", 1);
    full.priority = 7;
    full.games = book::GameCounts{3, 1, 2};
    full.evaluation = book::Evaluation{};
    full.evaluation->value = -12;
    full.evaluation->depth = 20;
    CHECK(written(BookTarget::Csv, {full}, counts)
              .ends_with(",e2e4,e4,1,100.00,7,3,1,2,0,0,-12,centipawns,exact,table,0,20\n"));
    book::Entry known;
    known.evaluation = full.evaluation;
    CHECK(written(BookTarget::Csv, {known}, counts).ends_with(",0,,,,,,,,,0,0,-12,centipawns,exact,table,0,20\n"));
}

} // namespace
} // namespace polyglot::tools
