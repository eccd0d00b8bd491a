#include "core/chess/variants/position.hpp"

#include "core/chess/attacks.hpp"
#include "core/chess/variants/fen.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace polyglot::chess {

namespace {

// Where the king (g or c file) and the rook (f or d file) stand after castling.
Square castled(VariantMove castling, PieceType type) {
    const bool king_side = castling.to > castling.from;
    const int rook_file = king_side ? 5 : 3;
    const int king_file = king_side ? 6 : 2;
    return make_square(type == PieceType::King ? king_file : rook_file, rank_of(castling.from));
}

void castle(VariantBoard& board, VariantMove move) {
    const Color us = board.side_to_move;
    board.remove(bit(move.from) | bit(move.to));
    board.put({PieceType::King, us}, castled(move, PieceType::King));
    board.put({PieceType::Rook, us}, castled(move, PieceType::Rook));
}

void drop(VariantBoard& board, VariantMove move) {
    --board.pockets[index_of(board.side_to_move)][index_of(move.piece)];
    board.put({move.piece, board.side_to_move}, move.to);
}

Square captured_square(VariantMove move) {
    return move.kind == VariantMove::Kind::EnPassant
               ? make_square(file_of(move.to), rank_of(move.from))
               : move.to;
}

void move_piece(const Variant& variant, VariantBoard& board, VariantMove move) {
    const Square taken = captured_square(move);
    const Piece captured = board.piece_at(taken);
    const bool was_promoted = (board.promoted & bit(taken)) != 0;
    const bool promotes = move.kind == VariantMove::Kind::Promotion;
    const bool stays_promoted = promotes || (board.promoted & bit(move.from)) != 0;
    Piece piece = board.piece_at(move.from);
    const bool is_pawn = piece.type == PieceType::Pawn;
    if (promotes) piece.type = move.piece;

    board.remove(bit(move.from) | bit(taken));
    board.put(piece, move.to);
    if (variant.has_pockets && stays_promoted) board.promoted |= bit(move.to);
    if (captured && variant.after_capture)
        variant.after_capture(board, move.to, captured, was_promoted);
    if (captured || is_pawn) board.half_move_clock = 0;
    // Horde's pawns may also go two squares from rank 1, which cannot be answered en passant.
    const bool from_second_rank = rank_of(move.from) == (piece.color == Color::White ? 1 : 6);
    if (is_pawn && from_second_rank && (move.from ^ move.to) == 16)
        board.en_passant = static_cast<Square>((move.from + move.to) / 2);
}

void apply(const Variant& variant, VariantBoard& board, VariantMove move) {
    const Color us = board.side_to_move;
    board.en_passant = NoSquare;
    ++board.half_move_clock;
    switch (move.kind) {
    case VariantMove::Kind::Castling: castle(board, move); break;
    case VariantMove::Kind::Drop: drop(board, move); break;
    default: move_piece(variant, board, move);
    }
    board.full_move_number += us == Color::Black;
    board.side_to_move = ~us;
    if (variant.checks_to_win > 0 && variant.in_check(board, ~us))
        --board.checks_left[index_of(us)];
}

} // namespace

// Pieces' moves are tried on a copy of the board: each variant has its own idea of a safe king.
class VariantMoveGenerator {
  public:
    explicit VariantMoveGenerator(const VariantPosition& position)
        : variant_(*position.variant_),
          board_(position.board_),
          us_(board_.side_to_move),
          own_(board_.pieces(us_)),
          occupied_(board_.occupied()) {
        moves_.reserve(96);
    }

    VariantMoves run() {
        for (Bitboard rest = own_ & ~board_.pieces(PieceType::Pawn); rest;)
            piece_moves(pop_square(rest));
        for (Bitboard rest = board_.pieces(us_, PieceType::Pawn); rest;)
            pawn_moves(pop_square(rest));
        if (variant_.must_capture && takes_) {
            std::erase_if(moves_, [this](VariantMove move) { return !takes(move); });
            return std::move(moves_);
        }
        if (variant_.castling == Variant::Castling::Played && !variant_.in_check(board_, us_))
            for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
                castling(side);
        if (variant_.has_pockets) drops();
        return std::move(moves_);
    }

  private:
    static constexpr Bitboard outer_ranks = 0xff00'0000'0000'00ff;

    bool takes(VariantMove move) const {
        return move.kind == VariantMove::Kind::EnPassant || occupied_ & bit(move.to);
    }

    bool is_safe(const VariantBoard& after) const {
        if (!variant_.kings_are_royal) return true;
        const auto lost = [&](Color c) {
            return board_.king(c) != NoSquare && after.king(c) == NoSquare;
        };
        if (lost(us_)) return false;
        if (lost(~us_)) return true; // the game is won, whatever happens to the own king
        return !variant_.in_check(after, us_) &&
               (variant_.may_give_check || !variant_.in_check(after, ~us_));
    }

    void add(VariantMove move) {
        VariantBoard after = board_;
        apply(variant_, after, move);
        if (!is_safe(after)) return;
        takes_ |= takes(move);
        moves_.push_back(move);
    }

    Bitboard targets_of(PieceType type, Square from) const {
        switch (type) {
        case PieceType::Bishop: return bishop_attacks(from, occupied_);
        case PieceType::Rook: return rook_attacks(from, occupied_);
        case PieceType::Queen:
            return bishop_attacks(from, occupied_) | rook_attacks(from, occupied_);
        default: return reach(type, from);
        }
    }

    void piece_moves(Square from) {
        const PieceType type = board_.piece_at(from).type;
        Bitboard targets = targets_of(type, from) & ~own_;
        if (variant_.may_capture && !variant_.may_capture(type)) targets &= ~occupied_;
        while (targets)
            add({from, pop_square(targets)});
    }

    void pawn_moves(Square from) {
        const int up = us_ == Color::White ? 8 : -8;
        const auto ahead = [&](int steps) { return static_cast<Square>(from + steps * up); };
        const auto is_empty = [&](Square s) { return !(occupied_ & bit(s)); };
        const int home = us_ == Color::White ? 1 : 6;
        const int rank = rank_of(from);
        if (is_empty(ahead(1))) {
            pawn_move(from, ahead(1));
            const bool at_home = rank == home || back_rank_of(us_) & bit(from);
            if (at_home && is_empty(ahead(2))) add({from, ahead(2)});
        }
        for (Bitboard targets = pawn_attacks(us_, from) & board_.pieces(~us_); targets;)
            pawn_move(from, pop_square(targets));
        if (board_.en_passant != NoSquare && pawn_attacks(us_, from) & bit(board_.en_passant))
            add({from, board_.en_passant, VariantMove::Kind::EnPassant});
    }

    void pawn_move(Square from, Square to) {
        if (!(outer_ranks & bit(to))) return add({from, to});
        for (const PieceType piece :
             {PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop})
            add({from, to, VariantMove::Kind::Promotion, piece});
        if (!variant_.kings_are_royal)
            add({from, to, VariantMove::Kind::Promotion, PieceType::King});
    }

    // Neither king nor rook may jump over anything but the other. The king's way is tested with the
    // rook where it is, and where the king arrives with the rook beside it: in atomic that square
    // may be safe and the way not (Chess960).
    void castling(CastlingSide side) {
        const Square rook = board_.castling_rook(us_, side);
        if (rook == NoSquare) return;
        const VariantMove move{first_square(board_.castling_king(us_)), rook,
                               VariantMove::Kind::Castling};
        const Square king_to = castled(move, PieceType::King);
        const Square rook_to = castled(move, PieceType::Rook);
        const Bitboard king_way = between(move.from, king_to);
        const Bitboard way = king_way | bit(king_to) | between(rook, rook_to) | bit(rook_to);
        if (way & (occupied_ ^ bit(move.from) ^ bit(rook))) return;
        VariantBoard lifted = board_;
        lifted.remove(bit(move.from));
        for (Bitboard rest = king_way; rest;) {
            VariantBoard passing = lifted;
            passing.put({PieceType::King, us_}, pop_square(rest));
            if (variant_.in_check(passing, us_)) return;
        }
        add(move);
    }

    // All pieces that stand on a square block alike.
    void drops() {
        const VariantBoard::Pocket& pocket = board_.pockets[index_of(us_)];
        const bool in_check = variant_.in_check(board_, us_);
        for (Bitboard rest = ~occupied_; rest;) {
            const Square to = pop_square(rest);
            if (in_check) {
                VariantBoard after = board_;
                after.put({PieceType::Knight, us_}, to);
                if (variant_.in_check(after, us_)) continue;
            }
            for (const PieceType piece : {PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                          PieceType::Rook, PieceType::Queen}) {
                const bool fits = piece != PieceType::Pawn || !(outer_ranks & bit(to));
                if (pocket[index_of(piece)] > 0 && fits)
                    moves_.push_back({to, to, VariantMove::Kind::Drop, piece});
            }
        }
    }

    const Variant& variant_;
    const VariantBoard& board_;
    const Color us_;
    const Bitboard own_, occupied_;
    bool takes_ = false; // a move that captures is legal
    VariantMoves moves_;
};

VariantPosition VariantPosition::start(const Variant& variant) {
    return parse_variant_fen(variant, variant.start).value();
}

VariantMoves VariantPosition::moves_of_board() const {
    return VariantMoveGenerator(*this).run();
}

VariantMoves VariantPosition::legal_moves() const {
    if (variant_->find_end && variant_->find_end(*this)) return {};
    return moves_of_board();
}

bool VariantPosition::is_capture(const VariantMove& move) const {
    if (move.kind == VariantMove::Kind::Castling) return false;
    return move.kind == VariantMove::Kind::EnPassant || board_.occupied() & bit(move.to);
}

void VariantPosition::make(const VariantMove& move) {
    apply(*variant_, board_, move);
}

std::optional<VariantEnd> VariantPosition::end_by_moves(const VariantMoves& moves) const {
    if (!moves.empty()) return std::nullopt;
    const Color us = board_.side_to_move;
    if (in_check())
        return VariantEnd{VariantEnd::Reason::Checkmate, variant_->mate_wins ? us : ~us};
    VariantEnd stalemate{VariantEnd::Reason::Stalemate, std::nullopt};
    const int more = std::popcount(board_.pieces(us)) - std::popcount(board_.pieces(~us));
    if (variant_->stalemate == Variant::Stalemate::Win) stalemate.winner = us;
    if (variant_->stalemate == Variant::Stalemate::FewerPiecesWin && more != 0)
        stalemate.winner = more < 0 ? us : ~us;
    return stalemate;
}

std::optional<VariantEnd> VariantPosition::end() const {
    if (variant_->find_end)
        if (const auto found = variant_->find_end(*this)) return found;
    if (const auto found = end_by_moves(moves_of_board())) return found;
    if (variant_->is_dead && variant_->is_dead(board_))
        return VariantEnd{VariantEnd::Reason::InsufficientMaterial, std::nullopt};
    return std::nullopt;
}

bool VariantPosition::is_won() const {
    const std::optional<VariantEnd> found = end();
    return found && found->winner;
}

VariantBoard VariantPosition::repetition_state() const {
    VariantBoard state = board_;
    state.half_move_clock = 0;
    state.full_move_number = 1;
    const auto takes = [](VariantMove move) { return move.kind == VariantMove::Kind::EnPassant; };
    if (state.en_passant != NoSquare && !std::ranges::any_of(legal_moves(), takes))
        state.en_passant = NoSquare;
    return state;
}

std::uint64_t perft(const VariantPosition& position, int depth) {
    if (depth <= 0) return 1;
    const VariantMoves moves = position.legal_moves();
    if (depth == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const VariantMove move : moves) {
        VariantPosition after = position;
        after.make(move);
        leaves += perft(after, depth - 1);
    }
    return leaves;
}

} // namespace polyglot::chess
