// The PolyGlot key.
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <fstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

void check(std::string_view fen, std::uint64_t key) {
    const Position position = test::position_of(fen);
    CHECK_MESSAGE(position.key() == key, fen);
    CHECK_MESSAGE(position.compute_key() == key, fen);
}

void play(Position& position, std::string_view moves) {
    while (!(moves = text::trim(moves)).empty()) {
        const std::string_view word = text::next_word(moves);
        const auto move = parse_uci_move(position, word);
        REQUIRE_MESSAGE(move.has_value(), word);
        position.make(*move);
    }
}

void check_moves(std::string_view moves, std::uint64_t key) {
    Position position = Position::start();
    play(position, moves);
    CHECK_MESSAGE(position.key() == key, moves);
}

} // namespace

TEST_CASE("key: the nine published ones") {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c);
    check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196);
    check("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0);
    check("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4);
    check("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78);
    check("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1);
    check("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9);
    check("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637);
    check("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560);
}

TEST_CASE("key: the nine published ones, move by move") {
    check_moves("", 0x463b96181691fc9c);
    check_moves("e2e4", 0x823c9b50fd114196);
    check_moves("e2e4 d7d5", 0x0756b94461c50fb0);
    check_moves("e2e4 d7d5 e4e5", 0x662fafb965db29d4);
    check_moves("e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78);
    check_moves("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1);
    check_moves("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9);
    check_moves("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637);
    check_moves("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560);
}

TEST_CASE("key: en passant counts if a pawn stands next to it, even a pinned one") {
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 0x28741f7099a3606f);
    const Position none = test::position_of("8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1");
    CHECK(none.key() != 0x28741f7099a3606f);
    // Nobody can take: the same key with and without the square.
    check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0x823c9b50fd114196);
    // Pawns on the far side of the board edge are not neighbours.
    CHECK(test::position_of("4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1").key() ==
          test::position_of("4k3/8/8/8/P6p/8/8/4K3 b - - 0 1").key());
    // A double step with a pinned taker, reached by moves.
    Position position = test::position_of("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1");
    play(position, "d7d5");
    CHECK(position.en_passant() == D6);
    CHECK(position.key() == test::position_of("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1").key());
    CHECK(position.key() != test::position_of("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1").key());
}

TEST_CASE("key: Chess960 rights count by side, whichever rook it is") {
    const auto outer = test::position_of("4k3/8/8/8/8/8/8/4KRR1 w G - 0 1");
    const auto inner = test::position_of("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1");
    const auto none = test::position_of("4k3/8/8/8/8/8/8/4KRR1 w - - 0 1");
    CHECK(outer.key() == inner.key());
    CHECK(outer.key() != none.key());
    CHECK_FALSE(outer == inner);
}

TEST_CASE("key: it is the position's own where castling is with outer rooks") {
    const auto check = [](std::string_view fen, bool outer) {
        CAPTURE(fen);
        CHECK(test::position_of(fen).castles_with_outer_rooks() == outer);
    };
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true);
    check("1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1", true);
    check("4k3/8/8/8/8/8/8/4KRR1 w G - 0 1", true);
    check("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", false);
    check("4k3/8/8/8/8/8/8/4KRR1 b F - 0 1", false);
    check("4k3/8/8/8/8/8/8/4KRR1 w - - 0 1", true); // no side may castle
    check("r1r1k3/8/8/8/8/8/8/4K2R w Kc - 0 1", false);
    check("r1r1k3/8/8/8/8/8/8/4K2R w Ka - 0 1", true);
    check("2r1k1rr/8/8/8/8/8/8/4K3 w g - 0 1", false);
    // Only own rooks on the back rank, beyond the one that castles, make it an inner one.
    check("4k3/8/8/8/8/7R/8/R3KR1r w F - 0 1", true);
    check("4k3/8/8/8/8/8/8/RR2KQ1Q w B - 0 1", false);
    check("6k1/8/8/8/8/8/8/1R1RK3 w B - 0 1", true);
    check("6k1/8/8/8/8/8/8/1R1RK3 w D - 0 1", false);

    // Another rook comes next to it, and goes.
    Position position = test::position_of("4k3/8/8/8/8/8/6R1/4KR2 w F - 0 1");
    CHECK(position.castles_with_outer_rooks());
    play(position, "g2g1 e8e7");
    CHECK_FALSE(position.castles_with_outer_rooks());
    play(position, "g1g2 e7e8");
    CHECK(position.castles_with_outer_rooks());
}

TEST_CASE("key: every standard row of the shared table") {
    std::ifstream file(POLYGLOT_SHARED_DATA "/keys/niklasf_shakmaty__shakmaty__tests__zobrist.csv");
    if (!file) {
        MESSAGE("skipped, there is no " POLYGLOT_SHARED_DATA "/keys");
        return;
    }
    int rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("chess,")) continue;
        const std::size_t first = line.find(',');
        const std::size_t last = line.rfind(',');
        const std::string hex = line.substr(line.size() - 16); // the low 64 of 128 bits
        check_moves(std::string_view(line).substr(first + 1, last - first - 1),
                    std::stoull(hex, nullptr, 16));
        ++rows;
    }
    CHECK(rows == 100);
}

} // namespace polyglot::chess
