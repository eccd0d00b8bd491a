#include "core/chess/position.hpp"

#include "core/chess/attacks.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/zobrist_keys.hpp"

#include <cassert>

namespace polyglot::chess {
namespace {

std::uint64_t piece_key(std::size_t code, Square s) {
    return zobrist::random_numbers[zobrist::piece_offset + 64 * code + s];
}
std::uint64_t castling_key(std::size_t right) {
    return zobrist::random_numbers[zobrist::castling_offset + right];
}
std::uint64_t turn_key() {
    return zobrist::random_numbers[zobrist::turn_offset];
}
std::uint64_t en_passant_key(Square s) {
    return zobrist::random_numbers[zobrist::en_passant_offset +
                                   static_cast<std::size_t>(file_of(s))];
}

// Squares of the king (g or c file) and the rook (f or d file) after castling with this king and
// rook.
struct CastlingSquares {
    Square king_to, rook_to;
};
CastlingSquares castling_squares(Square king, Square rook) {
    const bool king_side = rook > king;
    return {make_square(king_side ? 6 : 2, rank_of(king)),
            make_square(king_side ? 5 : 3, rank_of(king))};
}

} // namespace

Position::Position() {
    board_.fill(no_piece);
}

const Position& Position::start() {
    static const Position position =
        parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").value();
    return position;
}

void Position::put(PieceCode piece, Square s) {
    board_[s] = piece;
    by_type_[piece >> 1] |= bit(s);
    by_color_[piece & 1 ? 0 : 1] |= bit(s);
}

void Position::remove(Square s) {
    const PieceCode piece = board_[s];
    board_[s] = no_piece;
    by_type_[piece >> 1] ^= bit(s);
    by_color_[piece & 1 ? 0 : 1] ^= bit(s);
}

Bitboard Position::attackers(Square s, Color by, Bitboard occupied) const {
    const Bitboard straight = pieces(PieceType::Rook) | pieces(PieceType::Queen);
    const Bitboard oblique = pieces(PieceType::Bishop) | pieces(PieceType::Queen);
    const Bitboard all = (pawn_attacks(~by, s) & pieces(PieceType::Pawn)) |
                         (knight_attacks(s) & pieces(PieceType::Knight)) |
                         (king_attacks(s) & pieces(PieceType::King)) |
                         (rook_attacks(s, occupied) & straight) |
                         (bishop_attacks(s, occupied) & oblique);
    return all & pieces(by);
}

bool Position::castles_with_inner_rook() const {
    for (const Color c : {Color::White, Color::Black})
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            const Square rook = castling_rook(c, side);
            if (rook == NoSquare) continue;
            const Bitboard left = bit(rook) - 1;
            const Bitboard beyond = side == CastlingSide::King ? ~left & ~bit(rook) : left;
            const Bitboard back_rank = Bitboard{0xff} << (8 * rank_of(rook));
            if (pieces(c, PieceType::Rook) & back_rank & beyond) return true;
        }
    return false;
}

bool Position::in_check() const {
    return is_attacked(king(side_to_move_), ~side_to_move_);
}

std::uint64_t Position::en_passant_part() const {
    if (en_passant_ == NoSquare) return 0;
    // The pawns that can capture stand where an enemy pawn on the en-passant square would attack.
    const Bitboard takers =
        pawn_attacks(~side_to_move_, en_passant_) & pieces(side_to_move_, PieceType::Pawn);
    return takers ? en_passant_key(en_passant_) : 0;
}

std::uint64_t Position::compute_key() const {
    std::uint64_t key = side_to_move_ == Color::White ? turn_key() : 0;
    for (Bitboard rest = occupied(); rest;) {
        const Square s = pop_square(rest);
        key ^= piece_key(board_[s], s);
    }
    for (const Color c : {Color::White, Color::Black})
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
            if (castling_rook(c, side) != NoSquare) key ^= castling_key(right_index(c, side));
    if (en_passant_ != NoSquare) {
        // The published rule requires a pawn of the side to move beside the pawn that has just
        // moved two squares.
        const int pushed_rank = side_to_move_ == Color::White ? 4 : 3;
        for (const int file : {file_of(en_passant_) - 1, file_of(en_passant_) + 1}) {
            if (file < 0 || file > 7) continue;
            if (board_[make_square(file, pushed_rank)] != code_of(side_to_move_, PieceType::Pawn))
                continue;
            key ^= en_passant_key(en_passant_);
            break;
        }
    }
    return key;
}

std::uint64_t Position::repetition_key() const {
    const std::uint64_t part = en_passant_part();
    if (!part) return key_;
    for (const Move move : legal_moves())
        if (move.kind() == Move::Kind::EnPassant) return key_;
    return key_ ^ part;
}

// A right is lost when its king or rook moves, or its rook is captured: in each case one of the two
// squares is touched.
void Position::drop_castling_rights(Bitboard touched) {
    for (const Color c : {Color::White, Color::Black}) {
        const Bitboard king = pieces(c, PieceType::King);
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            const Square rook = castling_rook(c, side);
            if (rook == NoSquare || !(touched & (king | bit(rook)))) continue;
            castling_ ^= bit(rook);
            key_ ^= castling_key(right_index(c, side));
        }
        if (!(castling_ & pieces(c, PieceType::Rook))) castling_ &= ~king;
    }
}

// Removes both pieces before it puts either back, because in Chess960 they may stand on each
// other's squares. Returns the change of the key.
std::uint64_t Position::move_rook_and_king(Move castling, bool back) {
    const auto [king_to, rook_to] = castling_squares(castling.from(), castling.to());
    const Color us = castling.from() < A2 ? Color::White : Color::Black;
    const PieceCode king = code_of(us, PieceType::King);
    const PieceCode rook = code_of(us, PieceType::Rook);
    remove(back ? king_to : castling.from());
    remove(back ? rook_to : castling.to());
    put(king, back ? castling.from() : king_to);
    put(rook, back ? castling.to() : rook_to);
    return piece_key(king, castling.from()) ^ piece_key(king, king_to) ^
           piece_key(rook, castling.to()) ^ piece_key(rook, rook_to);
}

void Position::make(Move move) {
    apply(move);
}

void Position::make(Move move, Undo& undo) {
    undo = Undo{key_, castling_, half_move_clock_, en_passant_, no_piece};
    undo.captured = apply(move);
}

// Moves a piece and removes what stands on the target square. A capture is hard to predict, so
// there is no branch for it: the changes that it causes are masked out.
inline Position::PieceCode Position::move_piece(Square from, Square to) {
    const Color us = side_to_move_;
    const PieceCode piece = board_[from];
    const PieceCode captured = board_[to];
    assert(piece != no_piece && (piece & 1 ? Color::White : Color::Black) == us);
    const std::uint64_t captures = std::uint64_t{0} - (captured != no_piece); // all bits or none
    const std::uint64_t code = captured & captures;
    const bool is_pawn = static_cast<PieceType>(piece >> 1) == PieceType::Pawn;

    board_[from] = no_piece;
    board_[to] = piece;
    by_type_[code >> 1] &= ~(bit(to) & captures);
    by_color_[static_cast<std::size_t>(~us)] &= ~bit(to);
    by_type_[piece >> 1] ^= bit(from) | bit(to);
    by_color_[static_cast<std::size_t>(us)] ^= bit(from) | bit(to);
    key_ ^= piece_key(piece, from) ^ piece_key(piece, to) ^ (piece_key(code, to) & captures) ^
            turn_key();
    half_move_clock_ = (half_move_clock_ + 1) & -static_cast<int>(!(is_pawn | (captures != 0)));
    full_move_number_ += us == Color::Black;
    side_to_move_ = ~us;
    if (is_pawn & ((from ^ to) == 16)) { // a step of two ranks
        en_passant_ = static_cast<Square>((from + to) / 2);
        key_ ^= en_passant_part();
    }
    return captured;
}

// Handles usual moves, which need little more than move_piece(). The others are kept out of line,
// because their code needs registers that would have to be saved for the usual ones.
Position::PieceCode Position::apply(Move move) {
    const bool touches_rights = (castling_ & (bit(move.from()) | bit(move.to()))) != 0;
    if (move.kind() != Move::Kind::Normal || en_passant_ != NoSquare || touches_rights)
        return apply_any(move);
    return move_piece(move.from(), move.to());
}

std::uint64_t Position::key_after(Move move) const {
    const Square from = move.from();
    const Square to = move.to();
    const PieceCode piece = board_[from];
    const bool double_step =
        static_cast<PieceType>(piece >> 1) == PieceType::Pawn && (from ^ to) == 16;
    if (move.kind() != Move::Kind::Normal || (castling_ & (bit(from) | bit(to))) != 0 ||
        double_step) {
        Position after = *this;
        after.make(move);
        return after.key_;
    }
    const PieceCode captured = board_[to];
    const std::uint64_t taken = captured == no_piece ? 0 : piece_key(captured, to);
    return key_ ^ piece_key(piece, from) ^ piece_key(piece, to) ^ taken ^ en_passant_part() ^
           turn_key();
}

Position::PieceCode Position::apply_any(Move move) {
    const Square from = move.from();
    const Square to = move.to();
    const Color us = side_to_move_;
    if (castling_ & (bit(from) | bit(to))) drop_castling_rights(bit(from) | bit(to));
    key_ ^= en_passant_part();
    en_passant_ = NoSquare;
    switch (move.kind()) {
    case Move::Kind::Normal: break;
    case Move::Kind::Promotion: {
        const PieceCode captured = move_piece(from, to);
        const PieceCode promoted = code_of(us, move.promotion());
        key_ ^= piece_key(board_[to], to) ^ piece_key(promoted, to);
        remove(to);
        put(promoted, to);
        return captured;
    }
    case Move::Kind::EnPassant: {
        const Square taken = make_square(file_of(to), rank_of(from));
        const PieceCode captured = board_[taken];
        key_ ^= piece_key(captured, taken);
        remove(taken);
        move_piece(from, to);
        return captured;
    }
    case Move::Kind::Castling:
        key_ ^= move_rook_and_king(move, false) ^ turn_key();
        ++half_move_clock_;
        full_move_number_ += us == Color::Black;
        side_to_move_ = ~us;
        return no_piece;
    }
    return move_piece(from, to);
}

void Position::unmake(Move move, const Undo& undo) {
    side_to_move_ = ~side_to_move_;
    const Color us = side_to_move_;
    const Square from = move.from();
    const Square to = move.to();
    if (us == Color::Black) --full_move_number_;

    if (move.kind() == Move::Kind::Castling) {
        move_rook_and_king(move, true);
    } else {
        const PieceCode piece =
            move.kind() == Move::Kind::Promotion ? code_of(us, PieceType::Pawn) : board_[to];
        remove(to);
        put(piece, from);
        if (undo.captured != no_piece)
            put(undo.captured, move.kind() == Move::Kind::EnPassant
                                   ? make_square(file_of(to), rank_of(from))
                                   : to);
    }
    castling_ = undo.castling;
    half_move_clock_ = undo.half_move_clock;
    en_passant_ = undo.en_passant;
    key_ = undo.key;
}

} // namespace polyglot::chess
