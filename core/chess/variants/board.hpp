// The board of a variant: the pieces and everything else that a FEN says. It knows how pieces
// attack, and no rule of any variant. A VariantPosition keeps it valid.
#pragma once
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace polyglot::chess {

constexpr std::size_t index_of(Color c) {
    return static_cast<std::size_t>(c);
}
constexpr std::size_t index_of(PieceType t) {
    return static_cast<std::size_t>(t);
}
constexpr Bitboard back_rank_of(Color c) {
    return c == Color::White ? Bitboard{0xff} : Bitboard{0xff} << 56;
}

class VariantBoard {
  public:
    Bitboard pieces(Color c) const { return by_color_[index_of(c)]; }
    Bitboard pieces(PieceType t) const { return by_type_[index_of(t)]; }
    Bitboard pieces(Color c, PieceType t) const { return pieces(c) & pieces(t); }
    Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    Piece piece_at(Square s) const;
    // The first one, or NoSquare
    Square king(Color c) const { return first_square(pieces(c, PieceType::King)); }
    Square castling_rook(Color c, CastlingSide side) const; // or NoSquare
    Bitboard castling_king(Color c) const { return castling & pieces(c, PieceType::King); }

    Bitboard attackers(Square s, Color by, Bitboard occupied) const;
    bool is_attacked(Square s, Color by) const { return attackers(s, by, occupied()) != 0; }

    void put(Piece piece, Square s); // the square must be empty
    void remove(Bitboard squares);   // with what was promoted there and may have castled from there

    friend bool operator==(const VariantBoard& a, const VariantBoard& b) = default;

    using Pocket = std::array<std::uint8_t, 5>; // by piece type, no kings

    Bitboard promoted = 0; // pieces that go back into a pocket as pawns (crazyhouse only)
    // The rooks that may still castle, and the kings that have such a rook
    Bitboard castling = 0;
    std::array<Pocket, 2> pockets{}; // by colour
    // By colour: the checks that this side still has to give, in three-check.
    std::array<std::uint8_t, 2> checks_left{3, 3};
    int half_move_clock = 0;
    int full_move_number = 1;
    Square en_passant = NoSquare; // the square behind a pawn that has just moved two squares
    Color side_to_move = Color::White;

  private:
    std::array<Bitboard, 6> by_type_{};
    std::array<Bitboard, 2> by_color_{};
};

} // namespace polyglot::chess
