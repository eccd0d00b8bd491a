// Standard algebraic notation in and out.
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <string>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

constexpr auto start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr auto castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
constexpr auto promotion = "1r5k/P7/8/8/8/8/8/K7 w - - 0 1";
constexpr auto en_passant = "4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1";
// To e2 from c1, c3, g3; to e4 from c3, g3
constexpr auto three_knights = "4k3/8/8/8/8/2N3N1/8/K1N5 w - - 0 1";
// To c3 from all, along both diagonals
constexpr auto four_queens = "6k1/8/8/8/1Q1Q4/8/1Q1Q4/K7 w - - 0 1";
// Nge2: the other one may not leave
constexpr auto pinned_knight = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";

void check_out(std::string_view fen, std::string_view uci, std::string_view san) {
    INFO(fen, " ", uci);
    const Position position = test::position_of(fen);
    const auto move = parse_uci_move(position, uci);
    REQUIRE(move.has_value());
    CHECK(format_san(position, *move) == san);
    CHECK(parse_san(position, san).value() == *move);
}

void check_in(std::string_view fen, std::string_view san, std::string_view uci) {
    INFO(fen, " ", san);
    const Result<Move> move = parse_san(test::position_of(fen), san);
    REQUIRE_MESSAGE(move.has_value(), move.error().message);
    CHECK(format_uci_move(*move) == uci);
}

void check_bad(std::string_view fen, std::string_view san, std::string_view message) {
    INFO(fen, " ", san);
    const Result<Move> move = parse_san(test::position_of(fen), san);
    REQUIRE_FALSE(move.has_value());
    CHECK(move.error().message == message);
}

} // namespace

TEST_CASE("SAN out: exact") {
    check_out(start, "e2e4", "e4");
    check_out(start, "g1f3", "Nf3");
    check_out(castling, "e1g1", "O-O");
    check_out(castling, "e1c1", "O-O-O");
    check_out(promotion, "a7a8q", "a8=Q");
    check_out(promotion, "a7b8q", "axb8=Q+");
    check_out(promotion, "a7b8n", "axb8=N");
    check_out(en_passant, "e5d6", "exd6");
    check_out(en_passant, "e5e6", "e6");
    check_out("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", "d8h4", "Qh4#");
    check_out("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#");
    check_out("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+");
    // Check given by the castled rook, in Chess960.
    check_out("3k4/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "O-O-O+");
    check_out("5k2/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "O-O+");
}

TEST_CASE("SAN out: the least disambiguation, by legal moves only") {
    check_out(three_knights, "c3e4", "Nce4");
    check_out(three_knights, "g3e4", "Nge4");
    check_out(three_knights, "g3e2", "Nge2");
    check_out(three_knights, "c1e2", "N1e2");
    check_out(three_knights, "c3e2", "Nc3e2");
    check_out(four_queens, "b4c3", "Qb4c3");
    check_out(four_queens, "d2c3", "Qd2c3");
    check_out(pinned_knight, "g1e2", "Ne2");
    check_out("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "a1a2", "R1a2");
    check_out("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1", "Rd1"); // h1d1 is stopped by the king
    check_out("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1");
}

TEST_CASE("SAN in: tolerant") {
    for (const char* text : {"e4", "e4+", "e4#", "e4!?", "e4 !", "e2e4", "e2-e4", " e4 ", "Pe4",
                             "P2e4", "ee4", "e4++"})
        check_in(start, text, "e2e4");
    // Evaluations: in ASCII, UTF-8 and Latin-1.
    for (const char* text : {"e4=", "e4+-", "e4-+", "e4+/=", "e4-/+ !", "e4~", "e4\xe2\x80\xbc",
                             "e4+\xe2\xa9\xb2", "e4 \xb1"})
        check_in(start, text, "e2e4");
    for (const char* text : {"O-O=", "0-0+-", "O-O\xe2\x81\x89", "O-O-"})
        check_in(castling, text, "e1g1");
    check_in(promotion, "a8=Q=", "a7a8q");
    check_in(promotion, "axb8(N)+-", "a7b8n");
    check_in(en_passant, "exd6=ep", "e5d6");
    for (const char* text : {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3?!", "Nf3#", "N-f3"})
        check_in(start, text, "g1f3");
    for (const char* text : {"O-O", "0-0", "o-o", "OO", "00", "O-O+", "0-0!!"})
        check_in(castling, text, "e1g1");
    for (const char* text : {"O-O-O", "0-0-0", "OOO", "O-O-O#"})
        check_in(castling, text, "e1c1");
    for (const char* text :
         {"a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=q", "a8q", "a7a8=Q", "a7-a8Q", "a8=Q+", "a8=(Q)"})
        check_in(promotion, text, "a7a8q");
    for (const char* text : {"axb8=N", "axb8N", "ab8=N", "axb=N", "a7xb8=N", "a:b8=N", "Pa7xb8(N)"})
        check_in(promotion, text, "a7b8n");
    check_in(promotion, "axb8=B", "a7b8b");
    check_in(promotion, "axb8b", "a7b8b");
    for (const char* text : {"exd6", "exd6 e.p.", "exd6e.p.", "exd e.p.", "exd", "ed", "ed6",
                             "exd6 ep", "exd6ep+", "e5d6"})
        check_in(en_passant, text, "e5d6");
    check_in(three_knights, "Nc3-e2", "c3e2");
    check_in(pinned_knight, "Ne2", "g1e2");
    check_in(pinned_knight, "Nge2+", "g1e2");
    check_in("4k3/8/8/8/1b6/2B5/8/4K3 w - - 0 1", "Bxb4", "c3b4");
    check_in("4k3/8/8/1p6/P7/8/8/4K3 w - - 0 1", "axb5", "a4b5");
    check_in("4k3/8/8/8/2b5/1P6/8/4K3 w - - 0 1", "bxc4", "b3c4"); // b is the file, B the bishop
}

TEST_CASE("SAN in: refused, with the reason") {
    check_bad(start, "", "'' does not read as a move");
    for (const char* text : {"--",
                             "e9",
                             "Z0",
                             "N",
                             "e",
                             "4",
                             "x",
                             "Nxxf3",
                             "e2e4e5",
                             "abc",
                             "a8=K",
                             "a8=P",
                             "e.p.",
                             "+",
                             "O-O-O-O",
                             "1-0",
                             "*",
                             "Sf3",
                             "nf3",
                             "\xe2\x99\x98"
                             "f3",
                             "N11f3",
                             "Nf",
                             "+-",
                             "\xc2\xb1",
                             "=e4",
                             "e\xe2\x80\xbc"
                             "4"})
        check_bad(start, text, '\'' + std::string(text) + "' does not read as a move");
    check_bad(start, "e5", "'e5' is not legal here");
    check_bad(promotion, "a8=", "'a8=' is not legal here"); // the piece is missing
    check_bad(start, "O-O", "'O-O' is not legal here");
    check_bad(start, "Ng1h2", "'Ng1h2' is not legal here");
    check_bad(start, "e4=Q", "'e4=Q' is not legal here");
    check_bad(promotion, "a8", "'a8' is not legal here");
    check_bad(en_passant, "exf6", "'exf6' is not legal here");
    check_bad(en_passant, "e6 e.p.", "'e6 e.p.' is not legal here");
    check_bad(pinned_knight, "Nce2", "'Nce2' is not legal here");
    check_bad(castling, "Kg1", "'Kg1' is not legal here");
    check_bad(three_knights, "Ne4", "'Ne4' is ambiguous: c3e4 or g3e4");
    check_bad(three_knights, "Nce2", "'Nce2' is ambiguous: c1e2 or c3e2");
    check_bad("4k3/8/8/2p1p3/1P6/2p5/1P6/4K3 w - - 0 1", "bxc", "'bxc' is ambiguous: b2c3 or b4c5");
}

} // namespace polyglot::chess
