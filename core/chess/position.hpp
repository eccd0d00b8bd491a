// A chess position, standard or Chess960, and its legal moves. Every Position is valid: the only
// ways to get one are the start position, parse_fen() and making legal moves.
#pragma once
#include "core/chess/move.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstdint>

namespace polyglot::chess {

class Position {
  public:
    static const Position& start(); // the standard start position

    Color side_to_move() const { return side_to_move_; }
    Piece piece_at(Square s) const;
    Bitboard pieces(Color c, PieceType t) const { return pieces(c) & pieces(t); }
    Bitboard pieces(Color c) const { return by_color_[static_cast<std::size_t>(c)]; }
    Bitboard pieces(PieceType t) const { return by_type_[static_cast<std::size_t>(t)]; }
    Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    Square king(Color c) const { return first_square(pieces(c, PieceType::King)); }

    // Returns the square of the rook with which c may still castle on that side, or NoSquare.
    Square castling_rook(Color c, CastlingSide side) const;
    // Returns the square behind a pawn that has just moved two squares (the FEN field), or
    // NoSquare.
    Square en_passant() const { return en_passant_; }
    // Returns the plies since the last capture or pawn move.
    int half_move_clock() const { return half_move_clock_; }
    // Returns the number of the move, which counts from 1 and is incremented after Black's move.
    int full_move_number() const { return full_move_number_; }
    bool in_check() const;
    // True if some piece of this colour attacks s.
    bool is_attacked(Square s, Color by) const { return attackers(s, by, occupied()) != 0; }

    // Returns the PolyGlot key (docs/formats/polyglot-bin.md), which every move updates. The
    // en-passant file counts if an enemy pawn stands beside the pawn that has just moved two
    // squares, whether or not it may legally capture. In Chess960 each castling side has one
    // number, whichever rook it is: the format announced an extension for inner rooks but never
    // published its numbers.
    std::uint64_t key() const { return key_; }
    // Returns the key after a legal move, faster than by making the move.
    std::uint64_t key_after(Move move) const;
    // True if each rook that may still castle is the outermost of its colour on that side of the
    // king. Otherwise key() equals the key of the position in which the outermost rook may castle;
    // the format states that no book should have either position under this ambiguous key.
    bool castles_with_outer_rooks() const;
    // Computes the key from scratch, to check the incremental one.
    std::uint64_t compute_key() const;
    // Returns the key for repetitions: en passant counts only if a legal move captures that way
    // (FIDE 9.2.3).
    std::uint64_t repetition_key() const;

    MoveList legal_moves() const { return legal_moves(~Bitboard{0}); }
    MoveList legal_moves(Bitboard from) const; // only moves of the pieces on these squares
    int legal_move_count() const;              // legal_moves().size(), but faster
    // Returns the legal move with these squares (castling: king takes rook) and this promotion or
    // None; the null move if there is none.
    Move find_legal_move(Square from, Square to, PieceType promotion) const;
    bool can_castle(CastlingSide side) const; // for the side to move, in this position
    bool is_legal(Move move) const {
        return move && find_legal_move(move.from(), move.to(), move.promotion()) == move;
    }

    // The part of a position that unmake() cannot reconstruct from the move.
    struct Undo {
        std::uint64_t key = 0;
        Bitboard castling = 0;
        int half_move_clock = 0;
        Square en_passant = NoSquare;
        std::uint8_t captured = 0;
    };
    void make(Move move); // the move must be legal
    void make(Move move, Undo& undo);
    void unmake(Move move, const Undo& undo);

    friend bool operator==(const Position& a, const Position& b) = default;

  private:
    friend class FenParser;
    template <Color Us, class Sink>
    friend class MoveGenerator;

    // Codes a piece as 2 * type + (1 if white), which is the order of the pieces in the PolyGlot
    // key. The code of an empty square decodes to Piece{}.
    using PieceCode = std::uint8_t;
    static constexpr PieceCode no_piece = 13;
    static constexpr PieceCode code_of(Color c, PieceType t) {
        return static_cast<PieceCode>(2 * static_cast<int>(t) + (c == Color::White ? 1 : 0));
    }
    static constexpr std::size_t right_index(Color c, CastlingSide side) {
        return 2 * static_cast<std::size_t>(c) + static_cast<std::size_t>(side);
    }

    bool castles_with_inner_rook() const;

    Position(); // the empty board, not valid yet
    void put(PieceCode piece, Square s);
    void remove(Square s);
    std::uint64_t en_passant_part() const; // the part of the key for en passant
    std::uint64_t move_rook_and_king(Move castling, bool back);
    PieceCode move_piece(Square from, Square to);
    PieceCode apply(Move move); // returns the captured piece
    [[gnu::noinline]] PieceCode apply_any(Move move);
    void drop_castling_rights(Bitboard touched);
    Bitboard attackers(Square s, Color by, Bitboard occupied) const;

    std::array<Bitboard, 6> by_type_{};
    std::array<Bitboard, 2> by_color_{};
    std::uint64_t key_ = 0;
    Bitboard castling_ = 0; // the rooks that may still castle, and the kings that have such a rook
    std::array<PieceCode, 64> board_{};
    int half_move_clock_ = 0;
    int full_move_number_ = 1;
    Square en_passant_ = NoSquare;
    Color side_to_move_ = Color::White;
};

inline Piece Position::piece_at(Square s) const {
    const PieceCode code = board_[s];
    return Piece{static_cast<PieceType>(code >> 1), code & 1 ? Color::White : Color::Black};
}

inline Square Position::castling_rook(Color c, CastlingSide side) const {
    const Bitboard rooks = castling_ & pieces(c, PieceType::Rook);
    // The mask also contains the ranks below the king's, which have no rook with castling rights.
    const Bitboard left_of_king = pieces(c, PieceType::King) - 1;
    return first_square(side == CastlingSide::King ? rooks & ~left_of_king : rooks & left_of_king);
}

inline bool Position::castles_with_outer_rooks() const {
    // A rook in a corner is the outermost one. This quick test serves a function that is called for
    // every move of a game.
    constexpr Bitboard corners = 0x8100'0000'0000'0081;
    return (castling_ & pieces(PieceType::Rook) & ~corners) == 0 || !castles_with_inner_rook();
}

} // namespace polyglot::chess
