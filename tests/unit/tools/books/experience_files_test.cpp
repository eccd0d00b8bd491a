// Experience files in the book tools: what each of them says of one, and conversions to and from
// them.
#include "core/book/experience/record.hpp"
#include "tests/unit/tools/books/any_book_samples.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/writers/output.hpp"

#include <fstream>
#include <iterator>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using book::ExperienceLayout;
using book::ExperienceRecord;
using chess::StockfishKeys;

ExperienceRecord record(const std::vector<std::string_view>& path, std::string_view move, int depth,
                        int score, StockfishKeys keys = StockfishKeys::SetsOfRights) {
    return {.key = chess::stockfish_key_of(test::after(path), keys),
            .depth = depth,
            .score = score,
            .move = test::raw_move(move)};
}

test::Bytes file_of(ExperienceLayout layout, const std::vector<ExperienceRecord>& records) {
    test::Bytes bytes = test::to_bytes(book::signature_of(layout));
    for (const ExperienceRecord& one : records) {
        std::array<std::byte, book::experience_record_size> raw{};
        book::encode_experience_record(layout, one, raw);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return bytes;
}

// 1. e4 e5 2. Nf3, and 1. d4, less deep.
test::Bytes sample(ExperienceLayout layout = ExperienceLayout::BrainLearn) {
    const StockfishKeys keys = layout == ExperienceLayout::BrainLearn ? StockfishKeys::SetsOfRights
                                                                      : StockfishKeys::FourRights;
    return file_of(layout, {record({}, "e2e4", 20, 83, keys), record({}, "d2d4", 10, 42, keys),
                            record({"e2e4"}, "e7e5", 18, -62, keys),
                            record({"e2e4", "e7e5"}, "g1f3", 17, 60, keys)});
}

boost::json::value parsed(const Ran& ran) {
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    return boost::json::parse(ran.out);
}

std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("experience files: find-book shows each move with its value and depth") {
    const BookFolder folder;
    for (const auto layout :
         {ExperienceLayout::BrainLearn, ExperienceLayout::Sugar1, ExperienceLayout::Sugar2}) {
        const auto found =
            parsed(run(run_find_book, {folder.write("a.exp", sample(layout)), "-json"}));
        const auto& moves = found.at("moves").as_array();
        REQUIRE(moves.size() == 2);
        CHECK(moves[0].at("uci") == "e2e4");
        CHECK(moves[0].at("evaluation").at("depth") == 20);
        CHECK(moves[1].at("uci") == "d2d4");
        CHECK(moves[1].at("evaluation").at("depth") == 10);
        CHECK(moves[1].at("evaluation").at("white") == 20); // 42 of Stockfish's units
    }
}

TEST_CASE("experience files: info-book and dump-book walk them") {
    const BookFolder folder;
    const std::string file = folder.write("a.exp", sample());
    const auto figures = parsed(run(run_info_book, {file, "-json"}));
    CHECK(figures.at("format") == "experience");
    CHECK(figures.at("entries") == 4);
    CHECK(figures.at("reached") == 3);
    CHECK(figures.at("white") ==
          boost::json::value({{"positions", 2}, {"moves", 3}, {"playable", 3}, {"illegal", 0}}));
    const Ran text = run(run_info_book, {file});
    CHECK(text.out.find("Layout                         : BrainLearn\n") != std::string::npos);
    const Ran dumped = run(run_dump_book, {"-bin", file, "-color", "black", "-out", "-"});
    CHECK(dumped.out.find("1: 1. e4 e5{100%} ") != std::string::npos);
}

TEST_CASE("experience files: info-book begins at given positions, too") {
    const BookFolder folder;
    const std::string endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    ExperienceRecord far = record({}, "e2e4", 20, 83);
    far.key = chess::stockfish_key_of(test::position(endgame), StockfishKeys::SetsOfRights);
    const std::string file = folder.write("a.exp", file_of(ExperienceLayout::BrainLearn, {far}));
    CHECK(parsed(run(run_info_book, {file, "-json"})).at("reached") == 0);
    CHECK(parsed(run(run_info_book, {file, "-json", "-fen", endgame})).at("reached") == 1);
}

TEST_CASE("experience files: what verify-book finds") {
    const BookFolder folder;
    const auto check = [&folder](const test::Bytes& bytes, std::string_view kind,
                                 std::string_view severity) {
        const Ran ran = run(run_verify_book, {folder.write("a.exp", bytes), "-json"});
        const auto checked = boost::json::parse(ran.out);
        CHECK(checked.at("format") == "experience");
        const auto& findings = checked.at("findings").as_array();
        REQUIRE(findings.size() == (kind.empty() ? 0 : 1));
        if (kind.empty()) return;
        CHECK(std::string_view(findings[0].at("kind").as_string()) == kind);
        CHECK(std::string_view(findings[0].at("severity").as_string()) == severity);
        CHECK(ran.status == (severity == "error" ? 1 : 0));
    };
    constexpr auto a = StockfishKeys::FourRights;
    const auto more = [](const ExperienceRecord& last) {
        return file_of(ExperienceLayout::Sugar2, {record({}, "e2e4", 20, 83, a), last});
    };
    check(sample(), "", "");
    check(more(record({}, "e2e4", 18, 80, a)), "repeated", "remark");
    check(more(record({}, "d2d4", 0, book::experience_no_value, a)), "unsearched", "remark");
    check(more(record({}, "d2d4", 3, 10, a)), "depth", "remark");
    check(more(record({}, "d2d5", 20, 10, a)), "illegal", "error");
    check(more(record({"a2a3", "a7a6"}, "d2d4", 20, 10, a)), "not_reached", "remark");
    check(more(record({}, "d2d4", 300, 10, a)), "range", "error");
    test::Bytes longer = sample(ExperienceLayout::Sugar2);
    longer.push_back(std::byte{0});
    check(longer, "odd_size", "error");
}

TEST_CASE("experience files: convert-book there and back, and what it says is lost") {
    const BookFolder folder;
    const std::string file = folder.write("a.exp", sample(ExperienceLayout::Sugar2));
    for (const char* const between : {"t.csv", "t.json"}) {
        CHECK(run(run_convert_book, {file, "-to", folder / between}).status == 0);
        CHECK(run(run_convert_book, {folder / between, "-to", folder / "again.exp"}).status == 0);
        CHECK(run(run_convert_book, {file, "-to", folder / "direct.exp"}).status == 0);
        CHECK(bytes_of(folder / "again.exp") == bytes_of(folder / "direct.exp"));
    }
    const Ran deep = run(run_convert_book, {file, "-to", folder / "deep.bin", "-min-depth", "18"});
    CHECK(deep.out.find("2 positions, 2 entries of ") != std::string::npos);
    CHECK(deep.out.find("counts of learnt moves") != std::string::npos);
    CHECK(run(run_convert_book, {file, "-to", folder / "b.bin", "-format", "brainlearn"}).status ==
          0);
    const auto found = parsed(run(run_find_book, {folder / "b.bin", "-json"}));
    CHECK(found.at("moves").as_array().size() == 2);
    const Ran refused = run(run_convert_book, {folder / "deep.bin", "-to", folder / "c.exp"});
    CHECK(refused.status == 1);
    CHECK(refused.err.find("no move with a value") != std::string::npos);
}

TEST_CASE("a PolyGlot book is not written under the name of another format") {
    const BookFolder folder;
    for (const char* const name : {"b.abk", "b.EXP", "b.yacb", "b.sftt", "b.ctg", "b.csv", "b.json",
                                   "b.pgn", "b.pgstats", "b.db"})
        CHECK(open_polyglot_output(folder / name).has_error());
    CHECK(open_polyglot_output(folder / "b.bin").has_value());
    CHECK(open_polyglot_output(folder / "book").has_value());
}

} // namespace
} // namespace polyglot::tools
