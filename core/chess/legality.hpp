// The last test of a move that fits its piece and the board: the own king must not be attacked
// after it.
#pragma once
#include "core/chess/attacks.hpp"
#include "core/chess/position.hpp"

namespace polyglot::chess {

// True if the own king is not attacked after the move, which must not be castling. taken: the
// square of the captured piece, which en passant is not the target square. Answers for one move
// without computing the pins and checkers of the whole position, which pays only for many moves.
inline bool leaves_king_safe(const Position& position, Square from, Square to, Bitboard taken) {
    const Color us = position.side_to_move();
    const Bitboard enemy = position.pieces(~us) & ~taken;
    const Square king = position.king(us) == from ? to : position.king(us);
    const Bitboard near = (knight_attacks(king) & position.pieces(PieceType::Knight)) |
                          (pawn_attacks(us, king) & position.pieces(PieceType::Pawn)) |
                          (king_attacks(king) & position.pieces(PieceType::King));
    if (near & enemy) return false;
    const Bitboard queens = position.pieces(PieceType::Queen);
    Bitboard snipers =
        ((reach(PieceType::Rook, king) & (position.pieces(PieceType::Rook) | queens)) |
         (reach(PieceType::Bishop, king) & (position.pieces(PieceType::Bishop) | queens))) &
        enemy;
    const Bitboard after = (position.occupied() & ~(bit(from) | taken)) | bit(to);
    while (snipers)
        if (!(between(king, pop_square(snipers)) & after)) return false;
    return true;
}

} // namespace polyglot::chess
