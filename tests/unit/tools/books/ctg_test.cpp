// Every command on ChessBase books: those that read them, and those that must leave them alone.
#include "core/book/polyglot/book.hpp"
#include "tests/support/harness/ctg_builder.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using test::CtgBuilder;

// 1. e4! (green, three games) e5, 1. d4 (green) d5, 1. f3?? (red), 1. Nf3 (no colour): seven
// positions.
CtgBuilder sample() {
    CtgBuilder builder;
    builder.line("e4!+g e5+g", {.games = 4, .wins = 1, .losses = 2, .draws = 1});
    builder.line("d4+g d5+g");
    builder.line("f3\?\?+r");
    builder.line("Nf3");
    auto& after_e4 = builder.at(after("e2e4")).statistics;
    after_e4.rated = after_e4.opponent_rated = 2;
    after_e4.rating_sum = 5000;
    after_e4.opponent_sum = 5400;
    return builder;
}

std::string write(const BookFolder& folder, const CtgBuilder& builder) {
    const CtgBuilder::Files files = builder.build();
    folder.write("book.cto", files.cto);
    return folder.write("book.ctg", files.ctg);
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string kinds(const BookFolder& folder, const CtgBuilder::Files& files) {
    folder.write("book.cto", files.cto);
    const std::string book = folder.write("book.ctg", files.ctg);
    const Ran ran = run(run_verify_book, {book, "-json"});
    const auto report = boost::json::parse(ran.out);
    std::string text;
    for (const auto& finding : report.at("findings").as_array())
        text += (text.empty() ? "" : ", ") + std::string(finding.at("kind").as_string()) + ' ' +
                std::to_string(finding.at("count").to_number<int>());
    return text;
}

} // namespace

TEST_CASE("ChessBase: find-book shows colours, marks, results, ratings") {
    const BookFolder folder;
    const std::string book = write(folder, sample());
    const Ran text = run(run_find_book, {book});
    REQUIRE_MESSAGE(text.status == 0, text.err);
    CHECK(text.err.empty());
    CHECK_MESSAGE(
        has(text.out,
            "  e2e4  e4             5   83.3%  may be played; 4 games, White won 2 and lost 1, "
            "62.5% "
            "for the mover; marked !; green; Elo of the mover 2700 in 2 games; Elo of the other "
            "side 2500 in 2 games; reply e7e5 (e5)\n"),
        text.out);
    CHECK_MESSAGE(has(text.out, "  f2f3  f3             0    0.0%  not played: marked \?\?; "),
                  text.out);
    CHECK_MESSAGE(has(text.out, "; marked \?\?; red"), text.out);
    CHECK_MESSAGE(has(text.out, "  g1f3  Nf3            0    0.0%  not played: not green; "),
                  text.out);
    CHECK_MESSAGE(has(text.out, "games:    0 games, the side to move won 0, lost 0, drew 0\n"),
                  text.out);
    const auto json = boost::json::parse(run(run_find_book, {book, "-json"}).out);
    const auto& first = json.at("moves").as_array().front();
    CHECK(first.at("ctg").at("mark") == 1);
    CHECK(first.at("ctg").at("after").at("green") == true);
    CHECK(first.at("ctg").at("after").at("opponent_elo") == 2700);
    CHECK(json.at("ctg").at("games") == 0);
}

TEST_CASE("ChessBase: find-book names codes that are refused") {
    const BookFolder folder;
    CtgBuilder builder = sample();
    builder.at(chess::Position::start()).moves.emplace_back(std::uint8_t{0x1a}, std::uint8_t{0});
    const Ran text = run(run_find_book, {write(folder, builder)});
    CHECK_MESSAGE(
        has(text.out, "  0x1a  -              0    0.0%  not played: a code with two readings: "),
        text.out);
}

TEST_CASE("ChessBase: info-book, with and without moves that have a weight") {
    const BookFolder folder;
    const auto info =
        boost::json::parse(run(run_info_book, {write(folder, sample()), "-json"}).out);
    CHECK(info.at("format") == "ChessBase");
    CHECK(info.at("entries") == 7);
    CHECK(info.at("positions") == 7);
    CHECK(info.at("reached") == 7);
    CHECK(info.at("white") ==
          boost::json::value({{"positions", 3}, {"moves", 4}, {"playable", 2}, {"illegal", 0}}));
    CHECK(info.at("facts").at("Positions after green moves") == "4");
    CHECK(info.at("warnings").as_array().empty());
    const Ran text = run(run_info_book, {folder / "book.ctg"});
    CHECK_MESSAGE(has(text.out, "First moves: e4 83.3%, d4 16.7%, and 2 more\n"), text.out);

    CtgBuilder colourless;
    colourless.line("e4 e5").line("d4");
    const Ran none = run(run_info_book, {write(folder, colourless)});
    CHECK(none.status == 0);
    CHECK_MESSAGE(has(none.out, "First moves: none with a weight; without: 2\n"), none.out);
    CHECK_MESSAGE(has(none.out, "no move of the start position is green"), none.out);
}

TEST_CASE("ChessBase: show-book and dump-book follow the moves with a weight") {
    const BookFolder folder;
    const std::string book = write(folder, sample());
    const Ran shown = run(run_show_book, {book});
    CHECK_MESSAGE(shown.status == 0, shown.err);
    CHECK_MESSAGE(has(shown.out, "e4"), shown.out);
    const Ran dumped = run(run_dump_book, {"-bin", book, "-color", "white", "-out", "-"});
    CHECK_MESSAGE(dumped.status == 0, dumped.err);
    CHECK_MESSAGE(has(dumped.out, "e4"), dumped.out);
}

TEST_CASE("ChessBase: convert-book writes what the walk knows, green moves or all") {
    const BookFolder folder;
    const std::string book = write(folder, sample());
    const std::string bin = folder / "book.bin";
    const Ran green = run(run_convert_book, {book, "-to", bin});
    REQUIRE_MESSAGE(green.status == 0, green.err);
    const auto weights = [&] {
        const std::string bytes = folder.read("book.bin");
        const auto opened = book::PolyglotBook::open(std::as_bytes(std::span(bytes)));
        REQUIRE(opened.has_value());
        std::string text;
        for (const book::Entry& entry : opened->find(chess::Position::start()))
            if (entry.weight > 0)
                text +=
                    chess::format_uci_move(entry.move) + ' ' + std::to_string(entry.weight) + ' ';
        return text;
    };
    CHECK(weights() == "e2e4 5 d2d4 1 ");
    CHECK_MESSAGE(has(green.out, "colours, marks and ratings"), green.out);
    REQUIRE(run(run_convert_book, {book, "-to", bin, "-ctg-moves", "all"}).status == 0);
    CHECK(weights() == "e2e4 5 d2d4 1 g1f3 1 ");
    CHECK(run(run_convert_book, {book, "-to", bin, "-ctg-moves", "some"}).status == 2);
    const Ran other = run(run_convert_book, {bin, "-to", folder / "b.csv", "-ctg-moves", "all"});
    CHECK(other.status == 1);
    CHECK_MESSAGE(has(other.err, "-ctg-moves is for ChessBase books"), other.err);
    for (const char* target : {"b.abk", "b.yacb", "b.csv", "b.json", "b.pgn"}) {
        const Ran ran = run(run_convert_book, {book, "-to", folder / target});
        CHECK_MESSAGE(ran.status == 0, target, ran.err);
        // Three of White's positions and four of Black's at most, whichever of them the format
        // keeps.
        CHECK_MESSAGE(!has(ran.out, "cannot be reached"), ran.out);
    }
}

TEST_CASE("ChessBase: a position that only another move would reach is not of the walk") {
    // 1. e3 e5 2. e4 is what 1. e4 e5 is for the other side, and the book does not have 2. e4.
    const BookFolder folder;
    CtgBuilder builder;
    builder.line("e4+g e5+g").line("e3+g e5+g");
    const auto info = boost::json::parse(run(run_info_book, {write(folder, builder), "-json"}).out);
    CHECK(info.at("positions") == 5);
    CHECK(info.at("reached") == 5);
    const Ran csv = run(run_convert_book, {folder / "book.ctg", "-to", "-", "-format", "csv"});
    REQUIRE(csv.status == 0);
    CHECK_MESSAGE(!has(csv.out, "e3 e5 2. e4"), csv.out);
}

TEST_CASE("ChessBase: verify-book") {
    const BookFolder folder;
    const CtgBuilder::Files good = sample().build();
    CHECK(kinds(folder, good).empty());
    CHECK(run(run_verify_book, {folder / "book.ctg"}).status == 0);
    CHECK(has(run(run_verify_book, {folder / "book.ctg"}).out,
              "ChessBase, 7 entries, 7 positions, 7 reached; "));

    CtgBuilder lost = sample();
    lost.at(after("a2a3 a7a6")).statistics.games = 1;
    CHECK(kinds(folder, lost.build()) == "not_reached 1");
    CtgBuilder sums = sample();
    sums.at(after("e2e4")).statistics.wins = 100;
    sums.at(after("d2d4")).statistics.rated = 100;
    CHECK(kinds(folder, sums.build()) == "games 1, ratings 1");
    CtgBuilder codes = sample();
    codes.at(after("e2e4 e7e5")).moves.emplace_back(std::uint8_t{0x02}, std::uint8_t{0});
    codes.add(after("e2e4 e7e5"), chess::resolve_san(after("e2e4 e7e5"), "a3").move);
    CHECK(kinds(folder, codes.build()) == "move 1, no_position 1");
    CHECK(has(run(run_verify_book, {folder / "book.ctg"}).out,
              ": code 02, a code whose meaning is unknown, in "));
    CtgBuilder signature = sample();
    signature.at_signature(std::vector<std::byte>{std::byte{0x42}, std::byte{0}}).statistics.games =
        1;
    CHECK(has(kinds(folder, signature.build()), "signature 1"));

    CtgBuilder::Files damaged = good;
    damaged.ctg[book::ctg_page_size + 1] = std::byte{6};
    CHECK(has(kinds(folder, damaged), "page 1"));
    CHECK(run(run_verify_book, {folder / "book.ctg"}).status == 1);
    CtgBuilder::Files other = good;
    other.cto.resize(12);
    CHECK(kinds(folder, other) == "file 1");
    CHECK(has(run(run_verify_book, {folder / "book.ctg"}).out, "its .cto is not used"));
}

TEST_CASE("ChessBase: what would write into such a book is refused, and nothing changes") {
    const BookFolder folder;
    const std::string book = write(folder, sample());
    const std::string before = folder.read("book.ctg"), table = folder.read("book.cto");
    const std::string other = folder.write(
        "other.bin",
        std::vector<book::RawEntry>{{0x463b96181691fc9c, test::raw_move("e2e4"), 1, 0, 0}});
    const std::string pgn = folder.write("games.pgn", test::to_bytes("1. e4 e5 1-0\n"));
    const auto refused = [&](const Ran& ran, std::string_view words) {
        CHECK_MESSAGE(ran.status != 0, ran.out);
        CHECK_MESSAGE(has(ran.err, words), ran.err);
        CHECK(folder.read("book.ctg") == before);
        CHECK(folder.read("book.cto") == table);
    };
    constexpr std::string_view reads = "polyglot reads ChessBase books (.ctg";
    refused(run(run_convert_book, {other, "-to", book}), reads);
    refused(run(run_convert_book, {other, "-to", folder / "new.CTG"}), reads);
    refused(run(run_convert_book, {other, "-to", folder / "new.bin", "-format", "ctg"}), reads);
    refused(run(run_convert_book, {other, "-to", book, "-format", "csv"}), reads);
    refused(run(run_merge_book, {"-in", other, other, "-out", book}), reads);
    refused(run(run_make_book, {"-pgn", pgn, "-bin", book}), reads);
    refused(run(run_merge_book, {"-in", book, other, "-out", folder / "new.bin"}),
            "a ChessBase book (.ctg)");
    refused(run(run_edit_book, {book, "-move", "e4", "-delete"}), "a ChessBase book (.ctg)");
    refused(run(run_learn_book, {"-bin", book, "-reset"}), "ChessBase");
    refused(run(run_repair_book, {book, "-out", folder / "new.bin"}), "a ChessBase book (.ctg)");
    refused(run(run_info_book, {folder / "book.cto"}),
            "the table of pages (.cto) of a ChessBase book");
}

} // namespace polyglot::tools
