// Shared by the tests of the chess core: seeds, random games, Chess960 start positions, and a
// second, slow and simple opinion on what is legal.
#pragma once
#include "core/chess/position.hpp"
#include "core/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace polyglot::chess::test {

// POLYGLOT_TEST_SEED if set, else a new one each run. Tests show it with INFO, so that a failure
// can be repeated.
std::uint64_t seed();

Position position_of(std::string_view fen); // fails the test when the FEN is wrong

// The Chess960 start position by its number, 0 to 959 (518 = standard chess), as a Shredder-FEN.
// Numbering after R. Scharnagl: https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme
std::string chess960_fen(int number);

// The legal moves worked out square by square and by trying each one on a copy of the board: shares
// nothing with the bitboards of the real generator.
std::vector<Move> reference_moves(const Position& position);
// The moves that are illegal only because they leave the own king attacked; no castling.
std::vector<Move> reference_exposing_moves(const Position& position);

// Plays random legal moves from start, calling visit(position) before each and at the end.
template <class Visit>
void random_game(const Position& start, int plies, Random& random, Visit visit) {
    Position position = start;
    for (int ply = 0; ply < plies; ++ply) {
        visit(position);
        const MoveList moves = position.legal_moves();
        if (moves.empty()) return;
        position.make(moves[random.below(moves.size())]);
    }
    visit(position);
}

} // namespace polyglot::chess::test
