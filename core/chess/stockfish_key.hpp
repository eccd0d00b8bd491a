// Stockfish's Zobrist key (docs/formats/stockfish-key.md), by which positions are found in YACB
// books and SFTT tables. Test: stockfish_key_test.cpp.
#pragma once
#include "core/chess/attacks.hpp"
#include "core/chess/position.hpp"

#include <cstdint>

namespace polyglot::chess {

// Determines how castling rights enter the key. The scheme also determines the number of the side
// to move.
enum class StockfishKeys : std::uint8_t {
    // Each right has a number: Stockfish before June 2020, experience files of SugaR and its
    // relatives.
    FourRights,
    // 16 numbers are drawn, and those of single rights are combined: BrainLearn from 4.0 until July
    // 2020.
    XorOfRights,
    // Each set of rights has a number, the empty set included: Stockfish since June 2020, and
    // BrainLearn since July 2020.
    SetsOfRights,
};

// Returns the key of Stockfish 14 to 15 for standard chess and Chess960, without the part that some
// versions add for the half-move clock. It is computed from scratch, with about 40 table look-ups.
std::uint64_t stockfish_key(const Position& position);
// Returns the key by the given scheme.
std::uint64_t stockfish_key_of(const Position& position, StockfishKeys scheme);

// Returns the part that Stockfish 15.1 adds (XOR) to that key for its table: 0 below 14 plies, then
// another number for every 8.
std::uint64_t stockfish_clock_part(int half_move_clock);

// True if a pawn of the side to move attacks the square behind the pawn that has just moved two
// squares, legally or not. Only then do Stockfish's key and PolyGlot's include the en-passant file.
inline bool en_passant_is_attacked(const Position& position) {
    if (position.en_passant() == NoSquare) return false;
    const Color us = position.side_to_move();
    return (pawn_attacks(~us, position.en_passant()) & position.pieces(us, PieceType::Pawn)) != 0;
}

} // namespace polyglot::chess
