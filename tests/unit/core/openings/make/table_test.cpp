// What a table of openings may say, and what is refused with its line.
#include "core/book/polyglot/book.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/openings/make/starter.hpp"
#include "core/openings/make/table.hpp"
#include "core/text/text.hpp"

#include <span>
#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace polyglot::openings {
namespace {

// "LINE: TEXT" of the only problem.
std::string problem(std::string_view table) {
    const Table read = read_table(table);
    if (read.problems.size() != 1) return std::to_string(read.problems.size()) + " problems";
    CHECK(read.names.size() == read.starter_lines.size());
    return std::to_string(read.problems.front().line) + ": " + read.problems.front().text;
}

chess::Position after(std::string_view moves) {
    chess::Position position = chess::Position::start();
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves))
        position.make(chess::parse_san(position, word).value());
    return position;
}

// "e2e4 2, d2d4 1" in the order of the book.
std::string moves_of(const std::string& book, std::string_view line) {
    const auto opened = book::PolyglotBook::open(std::as_bytes(std::span(book)));
    REQUIRE(opened.has_value());
    CHECK(opened->sorted());
    CHECK(opened->warnings().empty());
    std::string text;
    for (const book::Entry& entry : opened->find(after(line)))
        text += (text.empty() ? "" : ", ") + chess::format_uci_move(entry.move) + ' ' +
                std::to_string(entry.weight);
    return text;
}

TEST_CASE("a table is read: comments, line ends, a BOM, SAN and coordinates") {
    const Table table =
        read_table("\xef\xbb\xbf# comment\r\n\r\nB00\tKing's Pawn\te4\r\n"
                   "C60\tSpanish\te4 e7e5 Nf3 Nc6 Bb5\ta6 b5a4\nA00\tGrob\tg4\t-\n \n"
                   "E00\tGr\xc3\xbcn\td4");
    CHECK(table.problems.empty());
    REQUIRE(table.names.size() == 4);
    for (std::size_t i = 1; i < table.names.size(); ++i)
        CHECK(table.names[i - 1].key < table.names[i].key);
    for (const TableName& name : table.names) {
        if (name.code == "C60") CHECK(name.key == after("e4 e5 Nf3 Nc6 Bb5").key());
        if (name.code == "E00") CHECK(name.name == "Gr\xc3\xbcn");
    }
    REQUIRE(table.starter_lines.size() == 3); // without the Grob
    CHECK(table.starter_lines[0].size() == 1);
    CHECK(table.starter_lines[1].size() == 7);
    CHECK(read_table("").names.empty());
}

TEST_CASE("wrong rows are refused with their line") {
    const std::string good = "B00\tKing's Pawn\te4\n";
    CHECK(problem(good + "B00 King's Pawn e4\n") ==
          "2: 1 fields with tabs between them, not 3 or 4: code, name, moves, continuation");
    CHECK(problem(good + "\nB01\tScandinavian\tCentre\te4 d5\tc5") ==
          "3: 5 fields with tabs between them, not 3 or 4: code, name, moves, continuation");
    CHECK(problem(good + "B01\tScandinavian\tCentre\te4 d5") ==
          "2: moves: ply 1: 'Centre' does not read as a move");
    CHECK(problem("F00\tX\te4") == "1: 'F00' is no ECO code (A00 to E99)");
    CHECK(problem("b00\tX\te4") == "1: 'b00' is no ECO code (A00 to E99)");
    CHECK(problem("B0\tX\te4") == "1: 'B0' is no ECO code (A00 to E99)");
    CHECK(problem("B000\tX\te4") == "1: 'B000' is no ECO code (A00 to E99)");
    CHECK(problem("B00\t\te4") == "1: the name is empty");
    CHECK(problem("B00\tX \te4") == "1: blanks before or after the name 'X '");
    CHECK(problem("B00\tX\x01Y\te4") == "1: a control character in the name");
    CHECK(problem("B00\tX (Y)\te4") == "1: a bracket or semicolon in the name 'X (Y)'");
    CHECK(problem("B00\tX; Y\te4") == "1: a bracket or semicolon in the name 'X; Y'");
    CHECK(problem("B00\tX\xff\te4").starts_with("1: the name "));
    CHECK(problem("B00\tX\t") == "1: no moves");
    CHECK(problem("B00\tX\te4 Nf6 e6") == "1: moves: ply 3: 'e6' is not legal here");
    CHECK(problem("B00\tX\te4 e5\tQh5 Nc6 Qe6") ==
          "1: continuation: ply 5: 'Qe6' is not legal here");
    CHECK(problem("B00\tX\te2e5") == "1: moves: ply 1: 'e2e5' is not legal here");
    CHECK(problem(good + "A40\tQueen's Pawn\td4\n\nB00\tAgain\te4\n") ==
          "4: the position of line 1 again");
    // By another order of moves.
    CHECK(problem("A46\tX\td4 Nf6 Nf3 e6\nA46\tY\tNf3 Nf6 d4 e6\n") ==
          "2: the position of line 1 again");
}

TEST_CASE("every wrong row is reported, not only the first") {
    const Table table = read_table("B00\tX\te5\nB00\tY\te4\nB00\tZ\te4\n");
    REQUIRE(table.problems.size() == 2);
    CHECK(table.problems[0].line == 1);
    CHECK(table.problems[1].line == 3);
    CHECK(table.names.size() == 1);
}

TEST_CASE("the starter book: a move weighs as many lines as lead through it") {
    const Table table =
        read_table("B00\tKing's Pawn\te4\nA40\tQueen's Pawn\td4\tNf6\nC20\tOpen\te4 e5\tNf3 Nc6\n"
                   "B20\tSicilian\te4 c5\tNf3\nA00\tGrob\tg4\t-\n");
    REQUIRE(table.problems.empty());
    const std::string book = make_starter(table).value();
    CHECK(moves_of(book, "") == "e2e4 3, d2d4 1");
    CHECK(moves_of(book, "e4") == "c7c5 1, e7e5 1"); // equal weights: the lower move first
    CHECK(moves_of(book, "d4") == "g8f6 1");
    CHECK(moves_of(book, "e4 e5 Nf3") == "b8c6 1");
    CHECK(moves_of(book, "e4 e5 Nf3 Nc6").empty());
    CHECK(moves_of(book, "g4").empty());
    CHECK(book.size() % book::entry_size == 0);
    CHECK(book == make_starter(table).value());
}

TEST_CASE("the starter book: a move that is played twice in a line counts once") {
    const Table table = read_table("A00\tShuffle\tNf3 Nf6 Ng1 Ng8\tNf3 Nf6\n");
    REQUIRE(table.problems.empty());
    const std::string book = make_starter(table).value();
    CHECK(moves_of(book, "") == "g1f3 1");
    CHECK(moves_of(book, "Nf3") == "g8f6 1");
}

} // namespace
} // namespace polyglot::openings
