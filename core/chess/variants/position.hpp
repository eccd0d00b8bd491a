// A position of a variant and its legal moves. Apart from Position, so that chess pays nothing for
// it. A VariantPosition in hand is proof of a valid one: the only ways to get one are start(),
// parse_variant_fen() and making legal moves.
#pragma once
#include "core/chess/variants/board.hpp"
#include "core/chess/variants/variant.hpp"

#include <compare>
#include <vector>

namespace polyglot::chess {

// Castling is the king taking its own rook. A drop has its square as from and to.
struct VariantMove {
    enum class Kind : std::uint8_t { Normal, Promotion, EnPassant, Castling, Drop };
    Square from = A1;
    Square to = A1;
    Kind kind = Kind::Normal;
    PieceType piece = PieceType::None; // what it promotes to, or drops
    friend auto operator<=>(const VariantMove&, const VariantMove&) = default;
};
using VariantMoves = std::vector<VariantMove>;

class VariantPosition {
  public:
    static VariantPosition start(const Variant& variant);

    const Variant& variant() const { return *variant_; }
    const VariantBoard& board() const { return board_; }
    Color side_to_move() const { return board_.side_to_move; }
    bool in_check() const { return variant_->in_check(board_, board_.side_to_move); }

    VariantMoves legal_moves() const; // empty if the game has ended by the rules of the variant
    bool is_capture(const VariantMove& move) const;
    void make(const VariantMove& move); // the move must be legal

    // By the rules of the variant, by mate or stalemate, or since neither side can win any more.
    std::optional<VariantEnd> end() const;
    // A side has won: by mate or by a rule of the variant.
    bool is_won() const;

    // What repetitions compare: whatever bears on the moves to come, en passant only if a legal
    // move takes that way.
    VariantBoard repetition_state() const;

    friend bool operator==(const VariantPosition& a, const VariantPosition& b) = default;

    // For the rules: the moves if no rule of the variant had ended the game.
    VariantMoves moves_of_board() const;

  private:
    friend class VariantFenParser;
    friend class VariantMoveGenerator;

    VariantPosition(const Variant& variant, const VariantBoard& board)
        : variant_(&variant), board_(board) {}
    std::optional<VariantEnd> end_by_moves(const VariantMoves& moves) const;

    const Variant* variant_;
    VariantBoard board_;
};

// Leaves after exactly depth plies; depth 0 is 1
std::uint64_t perft(const VariantPosition& position, int depth);

} // namespace polyglot::chess
