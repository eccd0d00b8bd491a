// `polyglot dump-book` on books of a few lines. The expected text is what PolyGlot 2.0.4 wrote of
// the same books, but for -max-ply and -fen, which it does not have;
// tests/differential/book_tools_vs_polyglot.py compares larger ones.
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/dump_book/piece_order.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

// "moves from the start: move weight, move weight": the entries of one position, as they stand.
struct Known {
    std::string_view path;
    std::vector<std::pair<std::string_view, std::uint16_t>> moves;
};

std::vector<book::RawEntry> entries_of(const std::vector<Known>& book,
                                       Position start = Position::start()) {
    std::vector<book::RawEntry> entries;
    for (const Known& known : book) {
        const auto& path = known.path;
        const auto& moves = known.moves;
        Position position = start;
        for (std::string_view rest = path; !text::trim_left(rest).empty();) {
            const auto move = chess::parse_uci_move(position, text::next_word(rest));
            REQUIRE_MESSAGE(move.has_value(), path);
            position.make(*move);
        }
        for (const auto& [move, weight] : moves)
            entries.push_back({position.key(), test::raw_move(move), weight});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

void check(const std::vector<Known>& book, std::vector<std::string> options,
           const std::string& lines, const Position& start = Position::start()) {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", entries_of(book, start));
    options.insert(options.end(), {"-bin", file, "-out", folder / "lines.txt"});
    const Ran ran = run(run_dump_book, options);
    // Without a line nothing is written
    CHECK_MESSAGE(ran.status == (lines.empty() ? 1 : 0), ran.err);
    const std::string text = folder.read("lines.txt");
    CHECK(text.empty() == lines.empty());
    CHECK(text.substr(text.find('\n') + 1) == lines);
}

const std::vector<std::string> white{"-color", "white"};
const std::vector<std::string> black{"-color", "black"};

TEST_CASE("shares") {
    check({{"", {{"e2e4", 1}, {"d2d4", 5}, {"c2c4", 3}}}}, white,
          "1: 1. e4{11%} \n2: 1. d4{56%} \n3: 1. c4{33%} \n");
    check({{"", {{"e2e4", 1}, {"d2d4", 3}, {"c2c4", 4}}}}, white,
          "1: 1. e4{12%} \n2: 1. d4{38%} \n3: 1. c4{50%} \n");
    check({{"", {{"e2e4", 23}, {"d2d4", 17}}}}, white, "1: 1. e4{57%} \n2: 1. d4{42%} \n");
    check({{"", {{"e2e4", 2}, {"d2d4", 0}, {"e2e5", 9}}}, {"e2e4 e7e5", {{"g1f3", 1}}}}, white,
          "1: 1. e4{100%} e5 2. Nf3{100%} \n");
    check({{"", {{"e2e4", 0}}}}, white, "");
    check({{"", {{"e2e4", 1}}}}, black, "");
}

TEST_CASE("lines that meet, and lines that come back") {
    check({{"", {{"e2e4", 1}, {"g1f3", 1}}},
           {"e2e4 e7e5", {{"g1f3", 1}}},
           {"e2e4 e7e5 g1f3 b8c6", {{"f1c4", 1}}},
           {"g1f3 b8c6", {{"e2e4", 1}}}},
          white,
          "1: 1. e4{50%} e5 2. Nf3{100%} Nc6 3. Bc4{100%} \n"
          "2: 1. Nf3{50%} Nc6 2. e4{100%} e5 {trans: line=1, ply=4}\n");
    check({{"", {{"e2e4", 1}, {"g1f3", 1}}},
           {"g1f3 g8f6", {{"f3g1", 1}, {"e2e4", 1}}},
           {"g1f3 g8f6 e2e4 f6g8", {{"f3g1", 1}}}},
          white,
          "1: 1. e4{50%} \n"
          "2: 1. Nf3{50%} Nf6 2. Ng1{50%} Ng8 {cycle: ply=0}\n"
          "3: 1. Nf3{50%} Nf6 2. e4{50%} Ng8 3. Ng1{100%} {trans: line=1, ply=1}\n");
    check({{"", {{"e2e4", 2}, {"e2e4", 2}}}}, white,
          "1: 1. e4{50%} \n2: 1. e4{50%} {trans: line=1, ply=1}\n");
    check({{"f2f3", {{"e7e5", 1}}}, {"f2f3 e7e5 g2g4", {{"d8h4", 1}}}}, black,
          "1: 1. f3 e5{100%} 2. g4 Qh4#{100%} \n");
}

// All legal moves after these, in the order in which PolyGlot's dump-book had them as replies.
void check_order(std::string_view path, const std::string& expected) {
    Position position = Position::start();
    PieceOrder order(position);
    for (std::string_view rest = path; !text::trim_left(rest).empty();) {
        const auto move = chess::parse_uci_move(position, text::next_word(rest));
        REQUIRE_MESSAGE(move.has_value(), path);
        order.make(position, *move);
        position.make(*move);
    }
    const chess::MoveList legal = position.legal_moves();
    std::vector<chess::Move> moves(legal.begin(), legal.end());
    order.sort(position, moves);
    std::string text;
    for (const chess::Move move : moves)
        text += (text.empty() ? "" : " ") + chess::format_san(position, move);
    CHECK(text == expected);
}

TEST_CASE("the order of replies") {
    check_order("", "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4");
    check_order("e2e4", "a6 a5 b6 b5 c6 c5 d6 d5 e6 e5 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nf6 Nh6");
    check_order("d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 g1f3 g8f6 g2g3 g7g6 f1g2 f8g7",
                "Kd1 Kf1 Rb1 Rc1 Rd1 Nb1 Nd1 Na4 Ne4 Nb5 Nxd5 Be3 Be5 Bd6 Bxc7 Bg5 Bh6 Qc1 Qd1 Qd3 "
                "Qe3 Bf1 Bh3 Ng1 Nh4 Ne5 "
                "Ng5 Rg1 Rf1 a3 a4 b3 b4 e3 e4 g4 h3 h4 O-O O-O-O");
    check_order(
        "e2e4 d7d5 c2c4",
        "Kd7 a6 a5 b6 b5 c6 c5 dxc4 dxe4 d4 e6 e5 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nd7 Bd7 Be6 Bf5 Bg4 "
        "Bh3 Qd7 Qd6 Nf6 Nh6");
    check_order("a2a3 d7d5 a3a4 d5d4 e2e4",
                "Kd7 a6 a5 b6 b5 c6 c5 dxe3 d3 e6 e5 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nd7 Bd7 Be6 Bf5 "
                "Bg4 Bh3 Qd7 Qd6 Qd5 Nf6 Nh6");
    check_order("a2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 h7h6 h2h3 a8b8",
                "Ra2 Ra3 Ra4 Ra5 Ra6 Na3 Nc3 Nf3 Rh2 axb8=N axb8=B axb8=R axb8=Q a8=N a8=B a8=R "
                "a8=Q b3 b4 c3 c4 d3 d4 e3 "
                "e4 f3 f4 g3 g4 h4");
    check_order("h2h3 a7a5 h3h4 a5a4 h4h5 a4a3 h5h6 a3b2 h1h3",
                "bxa1=N bxa1=B bxa1=R bxa1=Q bxc1=N bxc1=B bxc1=R bxc1=Q b6 b5 c6 c5 d6 d5 e6 e5 "
                "f6 f5 gxh6 g6 g5 Ra7 Ra6 "
                "Ra5 Ra4 Ra3 Rxa2 Na6 Nc6 Nf6 Nxh6");
    check_order("a2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 c6b8 a7b8q h7h6",
                "Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Rxa8 Na3 Nc3 Nf3 Nh3 Qa7 Qb7 Qb6 Qb5 Qb4 Qb3 Qxc7 Qxa8 "
                "Qxc8 b3 b4 c3 c4 d3 d4 e3 "
                "e4 f3 f4 g3 g4 h3 h4");
}

TEST_CASE("-max-ply and -fen") {
    const std::vector<Known> book{
        {"", {{"e2e4", 1}}}, {"e2e4 e7e5", {{"g1f3", 1}}}, {"e2e4 c7c5", {{"g1f3", 1}}}};
    check(book, {"-color", "white", "-max-ply", "2"}, "1: 1. e4{100%} \n");
    check(book, {"-color", "white", "-max-ply", "3"},
          "1: 1. e4{100%} c5 2. Nf3{100%} \n2: 1. e4{100%} e5 2. Nf3{100%} \n");
    check(book, {"-color", "white", "-max-ply", "0"}, "");
    const std::string behind_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    check(book, {"-color", "white", "-fen", behind_e4},
          "1: 1... c5 2. Nf3{100%} \n2: 1... e5 2. Nf3{100%} \n");
    // Chess960: castling by either rook, wherever it stands.
    const std::string corner = "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 9";
    check({{"", {{"d1g1", 1}, {"d1b1", 3}}}}, {"-color", "white", "-fen", corner},
          "1: 9. O-O{25%} \n2: 9. O-O-O{75%} \n", test::position(corner));
}

TEST_CASE("a refused command leaves no file") {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", entries_of({{"", {{"e2e4", 1}}}}));
    const auto refused = [&](std::vector<std::string> words, int status, std::string_view said) {
        words.insert(words.end(), {"-out", folder / "lines.txt"});
        const Ran ran = run(run_dump_book, words);
        CHECK(ran.status == status);
        CHECK_MESSAGE(ran.err.find(said) != std::string::npos, ran.err);
        CHECK(folder.files() == 1);
    };
    refused({"-bin", file}, 2, "color");
    refused({"-bin", file, "-color", "red"}, 2, "-color is white or black");
    refused({"-bin", file, "-color", "white", "-fen", "8/8/8"}, 2, "-fen: ");
    refused({"-bin", folder / "none.bin", "-color", "white"}, 1, "none.bin");
}

} // namespace
} // namespace polyglot::tools
