// A captured piece changes sides and goes into the captor's pocket, a promoted one as a pawn, from
// where it may be dropped on an empty square.
#include "core/chess/variants/variant.hpp"

#include <bit>
#include <numeric>

namespace polyglot::chess {
namespace {

void pocket(VariantBoard& board, Square, Piece captured, bool was_promoted) {
    const PieceType type = was_promoted ? PieceType::Pawn : captured.type;
    ++board.pockets[index_of(~captured.color)][index_of(type)];
}

// Kings and at most one piece more, which is a minor one.
bool is_dead(const VariantBoard& board) {
    VariantBoard::Pocket held{};
    for (const VariantBoard::Pocket& pocket : board.pockets)
        for (std::size_t type = 0; type < held.size(); ++type)
            held[type] = static_cast<std::uint8_t>(held[type] + pocket[type]);
    const auto has = [&](PieceType type) { return board.pieces(type) || held[index_of(type)] > 0; };
    if (has(PieceType::Pawn) || has(PieceType::Rook) || has(PieceType::Queen) || board.promoted)
        return false;
    return std::popcount(board.occupied()) + std::accumulate(held.begin(), held.end(), 0) <= 3;
}

} // namespace

constexpr Variant crazyhouse{
    .uci = "crazyhouse",
    .xboard = "crazyhouse",
    .pgn = "Crazyhouse",
    .also = "zh",
    .has_pockets = true,
    .ends_by_clock = false,
    .after_capture = pocket,
    .is_dead = is_dead,
};

} // namespace polyglot::chess
