// The 781 random numbers of the PolyGlot key, as published with the description of the book format
// ("Polyglot book format", http://hgm.nubati.net/book_format.html), and the places in that list
// where each kind begins.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace polyglot::chess::zobrist {

extern const std::array<std::uint64_t, 781> random_numbers;

// random_numbers[64 * kind + square], kind counting black pawn, white pawn, black knight … white
// king.
constexpr std::size_t piece_offset = 0;
// White king side, white queen side, black king side, black queen side.
constexpr std::size_t castling_offset = 768;
// Files a to h.
constexpr std::size_t en_passant_offset = 772;
// Counts when White is to move.
constexpr std::size_t turn_offset = 780;

} // namespace polyglot::chess::zobrist
