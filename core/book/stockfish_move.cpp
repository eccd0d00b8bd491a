#include "core/book/stockfish_move.hpp"

#include <cassert>

namespace polyglot::book {

using chess::Move;
using chess::PieceType;
using chess::Square;

// chess::Move has the same layout by chance, and this code does not rely on it.
Move decode_stockfish_move(std::uint16_t raw, const chess::Position& position) {
    const auto to = static_cast<Square>(raw & 63U);
    const auto from = static_cast<Square>(raw >> 6U & 63U);
    const auto piece =
        static_cast<PieceType>((raw >> 12U & 3U) + static_cast<unsigned>(PieceType::Knight));
    // The kinds are 0 normal, 1 promotion, 2 en passant, 3 castling, as in chess::Move.
    const auto kind = static_cast<Move::Kind>(raw >> 14U);
    // Only a promotion has a piece, so that every legal move has a single encoding.
    if (from == to || (kind != Move::Kind::Promotion && piece != PieceType::Knight)) return {};
    const Move move(from, to, kind, piece);
    return position.is_legal(move) ? move : Move{};
}

std::uint16_t encode_stockfish_move(Move move, [[maybe_unused]] const chess::Position& position) {
    if (!move) return 0;
    assert(position.is_legal(move));
    unsigned raw = move.to() | static_cast<unsigned>(move.from()) << 6U |
                   static_cast<unsigned>(move.kind()) << 14U;
    if (move.promotion() != PieceType::None)
        raw |= (static_cast<unsigned>(move.promotion()) - static_cast<unsigned>(PieceType::Knight))
               << 12U;
    return static_cast<std::uint16_t>(raw);
}

} // namespace polyglot::book
