#include "core/book/polyglot/book.hpp"

namespace polyglot::book {
namespace {

using chess::Move;
using chess::PieceType;
using chess::Square;

// Decodes castling in three forms. The king captures its own rook (e1h1, always used in Chess960).
// Or the king moves from the e-file to the g- or c-file (e1g1), or to the corner (e1h1, e1a1)
// although its rook stands elsewhere, as in books that bots have made of Chess960 games; the rook
// is then the one that may castle on that side. No ordinary king's move has these squares. Returns
// null for any other move.
Move decode_castling(Square from, Square to, const chess::Position& position) {
    const chess::Color us = position.side_to_move();
    if (position.piece_at(to) == chess::Piece{PieceType::Rook, us})
        return {from, to, Move::Kind::Castling};
    if (file_of(from) != 4 || rank_of(from) != rank_of(to)) return {};
    const bool is_king_side = file_of(to) >= 6;
    if (!is_king_side && file_of(to) != 2 && file_of(to) != 0) return {};
    const auto side = is_king_side ? chess::CastlingSide::King : chess::CastlingSide::Queen;
    const Square rook = position.castling_rook(us, side);
    if (rook == chess::NoSquare) return {};
    return {from, rook, Move::Kind::Castling};
}

// Returns the promotion: 0 none, 1 knight … 4 queen. Bit 15 has no meaning in the format, but
// eguzki's book writes some queen promotions with this bit alone.
unsigned promotion_of(std::uint16_t raw, Square to) {
    const unsigned promotion = raw >> 12U & 7U;
    const bool last_rank = rank_of(to) == 0 || rank_of(to) == 7;
    return promotion == 0 && last_rank && (raw & 0x8000U) != 0 ? 4 : promotion;
}

// As in PolyGlot, a pawn on the last rank without a promotion piece is invalid, and so is a
// promotion piece elsewhere.
Move decode_pawn_move(Square from, Square to, unsigned promotion, const chess::Position& position) {
    const bool last_rank = rank_of(to) == 0 || rank_of(to) == 7;
    if (last_rank != (promotion != 0)) return {};
    if (last_rank) return {from, to, Move::Kind::Promotion, static_cast<PieceType>(promotion)};
    if (file_of(from) != file_of(to) && !position.piece_at(to))
        return {from, to, Move::Kind::EnPassant};
    return {from, to};
}

} // namespace

Move decode_move(std::uint16_t raw, const chess::Position& position) {
    const auto to = static_cast<Square>(raw & 63U);
    const auto from = static_cast<Square>(raw >> 6U & 63U);
    const unsigned promotion = promotion_of(raw, to);
    const chess::Piece piece = position.piece_at(from);
    // The squares of a1a1 would give the null move, and only the mover's own pieces can move.
    if (from == to || !piece || piece.color != position.side_to_move() || promotion > 4) return {};

    Move move{from, to};
    if (piece.type == PieceType::Pawn) {
        move = decode_pawn_move(from, to, promotion, position);
    } else {
        if (promotion != 0) return {};
        if (piece.type == PieceType::King)
            if (const Move castling = decode_castling(from, to, position)) move = castling;
    }
    return move && position.is_legal(move) ? move : Move{};
}

} // namespace polyglot::book
