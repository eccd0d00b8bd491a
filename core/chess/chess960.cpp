#include "core/chess/chess960.hpp"

namespace polyglot::chess {

bool castles_as_in_chess960(const Position& position) {
    for (const Color color : {Color::White, Color::Black})
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            const Square rook = position.castling_rook(color, side);
            if (rook == NoSquare) continue;
            const int corner = side == CastlingSide::King ? 7 : 0;
            if (file_of(rook) != corner || file_of(position.king(color)) != 4) return true;
        }
    return false;
}

} // namespace polyglot::chess
