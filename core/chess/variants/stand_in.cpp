#include "core/chess/variants/stand_in.hpp"

namespace polyglot::chess {

// A move to its own square is a drop, in one of the kinds of promotion or, of a pawn, a normal
// move: no pawn is dropped on a1, whose move to itself is the null move. An en-passant move that
// promotes is a promotion to king.
Move stand_in_for(const VariantMove& move) {
    using Kind = VariantMove::Kind;
    switch (move.kind) {
    case Kind::Normal: return {move.from, move.to};
    case Kind::EnPassant: return {move.from, move.to, Move::Kind::EnPassant};
    case Kind::Castling: return {move.from, move.to, Move::Kind::Castling};
    case Kind::Promotion:
        if (move.piece == PieceType::King)
            return {move.from, move.to, Move::Kind::EnPassant, PieceType::Queen};
        return {move.from, move.to, Move::Kind::Promotion, move.piece};
    case Kind::Drop:
        if (move.piece == PieceType::Pawn) return {move.to, move.to};
        return {move.to, move.to, Move::Kind::Promotion, move.piece};
    }
    return {};
}

VariantMove variant_move_of(Move stand_in) {
    using Kind = VariantMove::Kind;
    const auto make = [&](Kind kind, PieceType piece = PieceType::None) {
        return VariantMove{stand_in.from(), stand_in.to(), kind, piece};
    };
    if (stand_in.from() == stand_in.to())
        return make(Kind::Drop,
                    stand_in.kind() == Move::Kind::Normal ? PieceType::Pawn : stand_in.promotion());
    switch (stand_in.kind()) {
    case Move::Kind::Normal: return make(Kind::Normal);
    case Move::Kind::Castling: return make(Kind::Castling);
    case Move::Kind::Promotion: return make(Kind::Promotion, stand_in.promotion());
    case Move::Kind::EnPassant: break;
    }
    const bool is_plain = stand_in == Move(stand_in.from(), stand_in.to(), Move::Kind::EnPassant);
    return is_plain ? make(Kind::EnPassant) : make(Kind::Promotion, PieceType::King);
}

} // namespace polyglot::chess
