#include "core/chess/variants/board.hpp"

#include "core/chess/attacks.hpp"

namespace polyglot::chess {

Piece VariantBoard::piece_at(Square s) const {
    for (std::size_t type = 0; type < by_type_.size(); ++type)
        if (by_type_[type] & bit(s))
            return {static_cast<PieceType>(type),
                    by_color_[0] & bit(s) ? Color::White : Color::Black};
    return {};
}

Square VariantBoard::castling_rook(Color c, CastlingSide side) const {
    const Bitboard rooks = castling & pieces(c, PieceType::Rook);
    // Without a castling rook castling_king() is none, and the result is none, too.
    const Bitboard left_of_king = castling_king(c) - 1;
    return first_square(side == CastlingSide::King ? rooks & ~left_of_king : rooks & left_of_king);
}

Bitboard VariantBoard::attackers(Square s, Color by, Bitboard occupied) const {
    const Bitboard queens = pieces(PieceType::Queen);
    const Bitboard all = (pawn_attacks(~by, s) & pieces(PieceType::Pawn)) |
                         (knight_attacks(s) & pieces(PieceType::Knight)) |
                         (king_attacks(s) & pieces(PieceType::King)) |
                         (rook_attacks(s, occupied) & (pieces(PieceType::Rook) | queens)) |
                         (bishop_attacks(s, occupied) & (pieces(PieceType::Bishop) | queens));
    return all & pieces(by) & occupied;
}

void VariantBoard::put(Piece piece, Square s) {
    by_type_[index_of(piece.type)] |= bit(s);
    by_color_[index_of(piece.color)] |= bit(s);
}

// A right goes with its rook, and both go with the king; a king without a rook that may castle has
// none to keep.
void VariantBoard::remove(Bitboard squares) {
    promoted &= ~squares;
    if (castling & squares) {
        castling &= ~squares;
        for (const Color c : {Color::White, Color::Black}) {
            const Bitboard king = castling_king(c);
            const Bitboard rooks = castling & pieces(c, PieceType::Rook);
            if (!king || !rooks) castling &= ~(king | rooks);
        }
    }
    for (Bitboard& of_type : by_type_)
        of_type &= ~squares;
    for (Bitboard& of_color : by_color_)
        of_color &= ~squares;
}

} // namespace polyglot::chess
