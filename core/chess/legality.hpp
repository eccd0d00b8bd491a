// The last question about a move that fits its piece and the board: does it leave the own king out
// of attack?
#pragma once
#include "core/chess/attacks.hpp"
#include "core/chess/position.hpp"

namespace polyglot::chess {

// Not for castling. taken: the square of the captured piece, which in en passant is not the one
// moved to. Answers for one move without pins and checkers of the whole position, which pay only
// for many moves at once.
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
