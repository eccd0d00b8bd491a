// The parts of `polyglot convert-book`; whole conversions: tests/e2e/test_convert_book.py.
#include "core/book/stockfish_move.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/convert_options.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/convert_book/copy.hpp"
#include "tools/convert_book/report.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <streambuf>

namespace polyglot::tools {
namespace {

using chess::Position;

TEST_CASE("weights in 16 bits keep their proportions, and no weight becomes 0") {
    const auto check = [](std::vector<std::uint32_t> weights,
                          const std::vector<std::uint32_t>& expected) {
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
    CHECK(parse_book_target("bin") == polyglot_target);
    CHECK(parse_book_target("PolyGlot") == polyglot_target);
    CHECK(parse_book_target("ABK") == arena_target);
    CHECK(parse_book_target("json") == json_target);
    CHECK_FALSE(parse_book_target(""));
    CHECK_FALSE(parse_book_target("bi"));
}

book::Entry entry(std::string_view move, std::uint32_t weight, std::uint32_t learn = 0) {
    const auto legal = chess::parse_uci_move(Position::start(), move);
    return {.move = legal.value_or(chess::Move{}), .weight = weight, .learn_count = learn};
}

TEST_CASE("convert-book: which variants a header names decides nothing, and a new header names the "
          "same") {
    constexpr std::string_view line = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1";
    const BookFolder folder;
    std::vector<book::RawEntry> entries;
    Position position = Position::start();
    std::istringstream words{std::string(line)};
    for (std::string word; words >> word;) {
        const chess::Move move = *chess::parse_uci_move(position, word);
        entries.push_back({position.key(), book::encode_move(move), 1, 0, 0});
        position.make(move);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    const auto header = [](const std::vector<std::string>& variants) {
        return test::to_bytes(
            std::string_view(book::encode_header({"1.0", variants, "two\nlines"})));
    };
    const auto variants_of = [&folder](std::string_view name) {
        const test::Bytes bytes = test::to_bytes(std::string_view(folder.read(name)));
        return test::open(bytes).header()->variants;
    };
    const auto convert = [&folder](std::string_view from, std::string_view to) {
        const Ran ran = run(run_convert_book, {"-from", folder / from, "-to", folder / to});
        CHECK_MESSAGE(ran.status == 0, ran.err);
        return folder.read(to);
    };
    for (const std::vector<std::string>& variants :
         {std::vector<std::string>{"normal", "fischerandom"}, {"fischerandom"}, {"normal"}}) {
        test::Bytes bytes = header(variants);
        for (const book::RawEntry& entry : entries)
            test::append(bytes, entry);
        folder.write("mixed.bin", bytes);
        const std::string csv = convert("mixed.bin", "mixed.csv");
        CHECK(csv.find(",e1g1,O-O,") != std::string::npos);
        CHECK(convert("mixed.bin", "mixed.json").find(R"("move":"e1g1")") != std::string::npos);
        const std::string pgn = convert("mixed.bin", "mixed.pgn");
        CHECK(pgn.find("Variant") == std::string::npos);
        CHECK(pgn.find("FEN") == std::string::npos);
        for (const char* const from : {"mixed.bin", "mixed.csv", "mixed.json"}) {
            convert(from, "again.bin");
            CHECK(variants_of("again.bin") == variants);
        }
        // A comment of several lines is one line in Arena.
        CHECK(convert("mixed.bin", "mixed.abk").find("two lines") != std::string::npos);
    }
}

TEST_CASE(
    "convert-book: games of chess and of Chess960, each as it began; a new header names both") {
    const BookFolder folder;
    const std::string other = "[Variant \"Chess960\"]\n[FEN "
                              "\"nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1\"]\n"
                              "\n1. e4 {weight 5} *\n\n";
    const std::string usual = "[Event \"?\"]\n\n1. d4 {weight 7} *\n\n";
    const auto convert = [&folder](const std::string& text, std::string_view to) {
        folder.write("lines.pgn", test::to_bytes(std::string_view(text)));
        const Ran ran = run(run_convert_book, {"-from", folder / "lines.pgn", "-to", folder / to});
        CHECK_MESSAGE(ran.status == 0, ran.err);
        return folder.read(to);
    };
    const auto variants_of = [&](const std::string& text) {
        const std::string book = convert(text, "x.bin");
        return test::open(test::to_bytes(std::string_view(book))).header()->variants;
    };
    using Names = std::vector<std::string>;
    CHECK(variants_of(usual + other) == Names{"normal", "fischerandom"});
    CHECK(variants_of(other + usual) == Names{"normal", "fischerandom"});
    CHECK(variants_of(other) == Names{"fischerandom"});
    CHECK(variants_of(usual) == Names{"normal"});
    const std::string both = convert(other + usual, "again.pgn");
    CHECK(both.find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"nrbbqknr") != std::string::npos);
    CHECK(both.find("Variant") == both.rfind("Variant"));
    CHECK(both.find("FEN") == both.rfind("FEN"));
}

TEST_CASE("the figures of a walk") {
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
std::string written(BookTarget target, const std::vector<book::Entry>& entries,
                    WrittenCounts& counts, const Position& position = Position::start()) {
    std::string text;
    const auto keep = [&text](std::string_view bytes) { text.append(bytes); };
    ConvertSource source;
    source.opened = std::make_shared<const TableBook>();
    const ConvertOptions options;
    const auto writer = target.make_writer(options, source, keep);
    writer->take({position, {}, position, entries});
    writer->finish();
    counts = writer->counts();
    return text;
}

TEST_CASE("YACB: the first of the heaviest moves, never one of weight 0; entries without "
          "information are not written") {
    const auto check = [](const std::vector<book::Entry>& entries,
                          std::optional<std::string_view> best) {
        WrittenCounts counts;
        const std::string bytes = written(yacb_target, entries, counts);
        REQUIRE(bytes.size() == 32 + 16 * (best ? 1U : 0U));
        CHECK(counts.entries == (best ? 1 : 0));
        if (!best) return;
        const auto decoded = book::decode_yacb_entry(
            std::as_bytes(std::span(bytes)).subspan<32, book::yacb_entry_size>());
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
    damaged.games = book::GameCounts{1, 5, 5}; // more decided than played: inconsistent
    WrittenCounts counts;
    const std::string bytes = written(yacb_target, {first, second, damaged}, counts);
    const auto decoded = book::decode_yacb_entry(
        std::as_bytes(std::span(bytes)).subspan<32, book::yacb_entry_size>());
    REQUIRE(decoded.has_value());
    CHECK(decoded->evaluation.type == book::Evaluation::Type::PerCent);
    CHECK(decoded->evaluation.source == book::Evaluation::Source::Statistics);
    CHECK(decoded->evaluation.value == 22'000); // 5.5 of 10
    CHECK(counts.valueless == 0);
}

TEST_CASE("CSV: every column has its place, also for unknown values") {
    WrittenCounts counts;
    const std::string text = written(csv_target, {entry("e2e4", 1), entry("e2e5", 1)}, counts);
    const std::size_t second = text.find('\n') + 1;
    const std::string row = text.substr(second);
    CHECK(row == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
                 "1,0,e2e4,e4,1,50.00,,,,,0,0,,,,,,,,,\n");
    const std::string head = text.substr(0, second);
    CHECK(std::count(row.begin(), row.end(), ',') == std::count(head.begin(), head.end(), ','));
    CHECK(counts.entries == 1);
    book::Entry full = entry("e2e4", 1);
    full.priority = 7;
    full.games = book::GameCounts{3, 1, 2};
    full.evaluation = book::Evaluation{};
    full.evaluation->value = -12;
    full.evaluation->depth = 20;
    CHECK(written(csv_target, {full}, counts)
              .ends_with(",e2e4,e4,1,100.00,7,3,1,2,0,0,-12,centipawns,exact,table,0,20,,,\n"));
    book::Entry known;
    known.evaluation = full.evaluation;
    CHECK(written(csv_target, {known}, counts)
              .ends_with(",0,,,,,,,,,0,0,-12,centipawns,exact,table,0,20,,,\n"));
}

} // namespace
// A YACB book of more than can be read at once: the positions of 1. e4 e5 2. Nf3 Nc6, and entries
// of no position.
std::string large_yacb() {
    std::vector<book::YacbEntry> entries;
    book::Evaluation value;
    value.value = 10;
    for (std::uint64_t key = 1; key <= 20'000; ++key)
        entries.push_back({key << 40U, value, 0});
    chess::Position position = chess::Position::start();
    for (const std::string_view move : {"e2e4", "e7e5", "g1f3", "b8c6"}) {
        const chess::Move best = chess::parse_uci_move(position, move).value();
        entries.push_back(
            {chess::stockfish_key(position), value, book::encode_stockfish_move(best, position)});
        position.make(best);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    std::string bytes = book::encode_yacb_header();
    for (const book::YacbEntry& entry : entries) {
        std::array<std::byte, book::yacb_entry_size> raw{};
        book::encode_yacb_entry(entry, raw);
        bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
    }
    return bytes;
}

// The file loses its second half as soon as something is printed.
class CuttingOutput : public std::streambuf {
  public:
    explicit CuttingOutput(std::string file) : file_(std::move(file)) {}

  private:
    std::streamsize xsputn(const char*, std::streamsize count) override {
        std::filesystem::resize_file(file_, 100'000);
        return count;
    }
    int_type overflow(int_type c) override {
        std::filesystem::resize_file(file_, 100'000);
        return traits_type::not_eof(c);
    }
    std::string file_;
};

TEST_CASE("a YACB book that is cut short while it is converted is an error, and no book is made") {
    const test::Folder folder;
    const std::string file = folder.write("big.yacb", large_yacb()).string();
    ConvertOptions options;
    options.from = file;
    options.target = yacb_target;
    const auto source = open_source(options);
    REQUIRE(source.has_value());
    std::string copied;
    ConvertReport report;
    const auto copy = [&] {
        return copy_book(
            options, *source, [&](std::string_view bytes) { copied += bytes; }, [] { return true; },
            report);
    };
    CHECK(copy().has_value());
    CHECK(copied == large_yacb());
    CHECK_FALSE(source->bytes->failed());
    copied.clear();
    std::filesystem::resize_file(file, 100'000);
    const auto cut = copy();
    REQUIRE_FALSE(cut.has_value());
    CHECK(cut.error().message == file + ": cannot be read to its end");
    CHECK(copied.empty());
    CHECK(source->bytes->failed());
}

TEST_CASE("a YACB book that is cut short while its lines are followed is an error") {
    const test::Folder folder;
    const std::string file = folder.write("big.yacb", large_yacb()).string();
    CuttingOutput cutting(file);
    std::ostream out(&cutting);
    std::istringstream in;
    std::ostringstream err;
    const std::vector<std::string_view> words{"-from", file, "-to", "-", "-format", "csv"};
    CHECK(run_convert_book(words, in, out, err) == 1);
    CHECK(err.str() == "convert-book: " + file + ": cannot be read to its end\n");
}

} // namespace polyglot::tools
