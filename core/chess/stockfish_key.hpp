// Stockfish's Zobrist key (docs/formats/stockfish-key.md), which YACB books and SFTT tables are
// looked up by.
#pragma once
#include "core/chess/attacks.hpp"
#include "core/chess/position.hpp"

#include <cstdint>

namespace polyglot::chess {

// What stands for the castling rights, which also decides the number of the side to move.
enum class StockfishKeys : std::uint8_t {
    // A number for each right: Stockfish before June 2020, experience files of SugaR and its
    // relatives
    FourRights,
    // 16 numbers drawn, of which those of single rights are combined: BrainLearn from 4.0 until
    // July 2020
    XorOfRights,
    // A number for each set of rights, that of none included: Stockfish since, and BrainLearn
    SetsOfRights,
};

// The key of Stockfish 14 to 15 for standard chess and Chess960, without what some of them mix in
// for the half-move clock. From scratch: some 40 table look-ups.
std::uint64_t stockfish_key(const Position& position);
// The same of any scheme.
std::uint64_t stockfish_key_of(const Position& position, StockfishKeys scheme);

// What Stockfish 15.1 mixes (XOR) into that key for its table: 0 below 14 plies, then another
// number for every 8.
std::uint64_t stockfish_clock_part(int half_move_clock);

// Whether a pawn of the side to move attacks the square behind the pawn that has just moved two
// squares, legally or not: then, and only then, Stockfish's key and PolyGlot's count the en-passant
// file.
inline bool en_passant_is_attacked(const Position& position) {
    if (position.en_passant() == NoSquare) return false;
    const Color us = position.side_to_move();
    return (pawn_attacks(~us, position.en_passant()) & position.pieces(us, PieceType::Pawn)) != 0;
}

} // namespace polyglot::chess
