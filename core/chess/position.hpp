// A chess position, standard or Chess960, and its legal moves. A Position in hand is proof of a valid one: the only
// ways to get one are the start position, parse_fen() and making legal moves.
#pragma once
#include <array>
#include <cstdint>

#include "core/chess/move.hpp"
#include "core/chess/types.hpp"

namespace polyglot::chess {

class Position {
  public:
    static const Position& start(); // the standard start position

    Color side_to_move() const { return side_to_move_; }
    Piece piece_at(Square s) const { return board_[s]; }
    Bitboard pieces(Color c, PieceType t) const;
    Bitboard pieces(Color c) const;
    Bitboard occupied() const;
    Square king(Color c) const;

    // The square of the rook that c may still castle with on that side, or NoSquare.
    Square castling_rook(Color c, CastlingSide side) const;
    // The square behind a pawn that has just moved two squares (the FEN field), or NoSquare.
    Square en_passant() const { return en_passant_; }
    int half_move_clock() const { return half_move_clock_; }       // plies since the last capture or pawn move
    int full_move_number() const { return full_move_number_; }     // from 1, grows after Black's move
    bool in_check() const;

    // The PolyGlot key (formats/polyglot-bin), kept up to date move by move. The en-passant file counts when an enemy
    // pawn stands beside the pawn that has just moved two squares, whether or not it may legally take.
    std::uint64_t key() const { return key_; }

    MoveList legal_moves() const;
    bool is_legal(Move move) const;

    // What make() cannot work out backwards.
    struct Undo;
    void make(Move move); // the move must be legal
    void make(Move move, Undo& undo);
    void unmake(Move move, const Undo& undo);

    friend bool operator==(const Position& a, const Position& b);

  private:
    // The chess-core author fills this in.
    std::array<Piece, 64> board_{};
    Color side_to_move_ = Color::White;
    Square en_passant_ = NoSquare;
    int half_move_clock_ = 0;
    int full_move_number_ = 1;
    std::uint64_t key_ = 0;
};

} // namespace polyglot::chess
