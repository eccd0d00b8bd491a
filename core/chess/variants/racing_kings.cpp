// The side whose king reaches rank 8 first wins. If that is White, Black has one more move to reach
// it, too, and to draw.
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

#include <algorithm>

namespace polyglot::chess {
namespace {

constexpr Bitboard goal = Bitboard{0xff} << 56;

bool can_follow(const VariantPosition& position) {
    const Square king = position.board().king(Color::Black);
    return rank_of(king) == 6 &&
           std::ranges::any_of(position.moves_of_board(), [&](VariantMove move) {
               return move.from == king && goal & bit(move.to);
           });
}

std::optional<VariantEnd> find_end(const VariantPosition& position) {
    const auto is_home = [&](Color c) { return (goal & bit(position.board().king(c))) != 0; };
    const bool white = is_home(Color::White);
    const bool black = is_home(Color::Black);
    if (white && black) return VariantEnd{VariantEnd::Reason::VariantRule, std::nullopt};
    if (white && position.side_to_move() == Color::Black && can_follow(position))
        return std::nullopt;
    return won_by(white, black);
}

} // namespace

constexpr Variant racing_kings{
    .uci = "racingkings",
    .xboard = "racingkings",
    .pgn = "Racing Kings",
    .also = "racing race",
    .start = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    .pawns = {0, 0},
    .may_give_check = false,
    .castling = Variant::Castling::None,
    .find_end = find_end,
};

} // namespace polyglot::chess
