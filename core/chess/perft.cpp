#include "core/chess/perft.hpp"

namespace polyglot::chess {

std::uint64_t perft(Position& position, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(position.legal_move_count());
    std::uint64_t leaves = 0;
    Position::Undo undo;
    for (const Move move : position.legal_moves()) {
        position.make(move, undo);
        leaves += perft(position, depth - 1);
        position.unmake(move, undo);
    }
    return leaves;
}

} // namespace polyglot::chess
