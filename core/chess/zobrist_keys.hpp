// Contains the 781 random numbers of the PolyGlot key, as published with the description of the
// book format ("Polyglot book format", http://hgm.nubati.net/book_format.html), and the offsets of
// their kinds.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace polyglot::chess::zobrist {

extern const std::array<std::uint64_t, 781> random_numbers;

// The numbers of the pieces: random_numbers[64 * kind + square], where kind counts black pawn,
// white pawn, black knight … white king.
constexpr std::size_t piece_offset = 0;
// The numbers of the rights: White king side, White queen side, Black king side, Black queen side.
constexpr std::size_t castling_offset = 768;
// The numbers of the files a to h.
constexpr std::size_t en_passant_offset = 772;
// The number that is included if White is to move.
constexpr std::size_t turn_offset = 780;

} // namespace polyglot::chess::zobrist
