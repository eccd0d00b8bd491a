// The basic types of the board: colours, piece types, squares and bitboards (bit 0 = a1, bit 7 =
// h1, bit 63 = h8).
#pragma once
#include <bit>
#include <cstdint>

namespace polyglot::chess {

enum class Color : std::uint8_t { White, Black };
constexpr Color operator~(Color c) {
    return c == Color::White ? Color::Black : Color::White;
}

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, None };

struct Piece {
    PieceType type = PieceType::None;
    Color color = Color::White;
    friend constexpr bool operator==(Piece, Piece) = default;
    constexpr explicit operator bool() const { return type != PieceType::None; }
};

enum class CastlingSide : std::uint8_t { King, Queen }; // towards the h-file, towards the a-file

// 0 = a1, 1 = b1 … 63 = h8. An unscoped enum can index arrays and be a shift count.
enum Square : std::uint8_t {
    // clang-format off
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    // clang-format on
    NoSquare = 64
};

constexpr Square make_square(int file, int rank) {
    return static_cast<Square>(rank * 8 + file);
}
constexpr int file_of(Square s) {
    return s & 7;
}
constexpr int rank_of(Square s) {
    return s >> 3;
}

using Bitboard = std::uint64_t;
constexpr Bitboard bit(Square s) {
    return Bitboard{1} << s;
}

constexpr Square first_square(Bitboard b) {
    return static_cast<Square>(std::countr_zero(b));
}
constexpr Square pop_square(Bitboard& b) {
    const Square s = first_square(b);
    b &= b - 1;
    return s;
}

} // namespace polyglot::chess
