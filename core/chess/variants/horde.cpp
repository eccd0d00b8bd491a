// White has 36 pawns and no king. Black wins by taking everything, White by mate. Which material
// cannot win is not worked out: such games go on.
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

namespace polyglot::chess {
namespace {

std::optional<VariantEnd> find_end(const VariantPosition& position) {
    return won_by(false, !position.board().pieces(Color::White));
}

} // namespace

constexpr Variant horde{
    .uci = "horde",
    .xboard = "horde",
    .pgn = "Horde",
    .start = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    .kings = {0, 1},
    .pawns = {36, 8},
    .pawn_ranks = {0x00ff'ffff'ffff'ffff, 0x00ff'ffff'ffff'ff00},
    .find_end = find_end,
};

} // namespace polyglot::chess
