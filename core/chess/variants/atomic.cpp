// A capture explodes: the captor, the captured piece and all pieces but pawns beside the captor's
// new square leave the board. The side that explodes the other king wins. Kings that touch are
// safe, because a capture of one would explode the other.
#include "core/chess/attacks.hpp"
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

#include <bit>

namespace polyglot::chess {
namespace {

bool in_check(const VariantBoard& board, Color c) {
    const Square king = board.king(c);
    if (king == NoSquare || king_attacks(king) & board.pieces(~c, PieceType::King)) return false;
    return board.is_attacked(king, ~c);
}

bool may_capture(PieceType type) {
    return type != PieceType::King;
}

void explode(VariantBoard& board, Square to, Piece, bool) {
    board.remove(bit(to) | (king_attacks(to) & ~board.pieces(PieceType::Pawn)));
}

std::optional<VariantEnd> find_end(const VariantPosition& position) {
    return won_by(!position.board().pieces(Color::Black, PieceType::King),
                  !position.board().pieces(Color::White, PieceType::King));
}

bool can_win(const VariantBoard& board, Color c) {
    const auto count = [&](PieceType type) { return std::popcount(board.pieces(c, type)); };
    const int men = std::popcount(board.pieces(c)) - 1;
    if (men == 0) return false;
    const bool enemy_is_bare = board.pieces(~c) == board.pieces(~c, PieceType::King);
    if (!enemy_is_bare) {
        constexpr Bitboard dark_squares = 0xaa55aa55aa55aa55;
        const Bitboard bishops = board.pieces(PieceType::Bishop);
        if (board.occupied() != (bishops | board.pieces(PieceType::King))) return true;
        const Bitboard own = bishops & board.pieces(c);
        const Bitboard others = bishops & board.pieces(~c);
        return (own & dark_squares || others & ~dark_squares) &&
               (own & ~dark_squares || others & dark_squares);
    }
    if (count(PieceType::Pawn) + count(PieceType::Queen) > 0) return true;
    return men > 1 && !(men == 2 && count(PieceType::Knight) == 2);
}

bool is_dead(const VariantBoard& board) {
    return !can_win(board, Color::White) && !can_win(board, Color::Black);
}

} // namespace

constexpr Variant atomic{
    .uci = "atomic",
    .xboard = "atomic",
    .pgn = "Atomic",
    .xboard_number = 12,
    .kings_explode = true,
    .in_check = in_check,
    .may_capture = may_capture,
    .after_capture = explode,
    .find_end = find_end,
    .is_dead = is_dead,
};

} // namespace polyglot::chess
