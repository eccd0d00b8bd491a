// Generates legal moves directly: the checkers determine the squares on which a move must end, and
// the pins determine the lines that a pinned piece may not leave. Moves need not be tried out,
// except en passant, where two pawns leave a rank at once.
#include "core/chess/attacks.hpp"
#include "core/chess/position.hpp"

namespace polyglot::chess {
namespace {

constexpr Bitboard file_a = 0x0101010101010101;
constexpr Bitboard file_h = file_a << 7;
constexpr Bitboard rank_1 = 0xff;
constexpr Bitboard rank_bits(int rank) {
    return rank_1 << (8 * rank);
}
constexpr bool more_than_one(Bitboard b) {
    return (b & (b - 1)) != 0;
}

// A sink receives moves in sets: a list stores them, a count only adds up their numbers, a search
// looks for one of them.
class ListSink {
  public:
    explicit ListSink(MoveList& list) : list_(list) {}
    void moves(Square from, Bitboard targets) {
        while (targets)
            list_.push_back(Move(from, pop_square(targets)));
    }
    void pawn_moves(Bitboard targets, int step) {
        while (targets) {
            const Square to = pop_square(targets);
            list_.push_back(Move(static_cast<Square>(to - step), to));
        }
    }
    void promotions(Bitboard targets, int step) {
        while (targets) {
            const Square to = pop_square(targets);
            for (const PieceType piece :
                 {PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop})
                list_.push_back(
                    Move(static_cast<Square>(to - step), to, Move::Kind::Promotion, piece));
        }
    }
    void special(Move move) { list_.push_back(move); }

  private:
    MoveList& list_;
};

class CountSink {
  public:
    void moves(Square, Bitboard targets) { count_ += std::popcount(targets); }
    void pawn_moves(Bitboard targets, int) { count_ += std::popcount(targets); }
    void promotions(Bitboard targets, int) { count_ += 4 * std::popcount(targets); }
    void special(Move) { ++count_; }
    int count() const { return count_; }

  private:
    int count_ = 0;
};

// Searches the moves of one piece.
class FindSink {
  public:
    FindSink(Square to, PieceType promotion) : to_(to), promotion_(promotion) {}
    void moves(Square from, Bitboard targets) {
        if (targets & bit(to_) && promotion_ == PieceType::None) found_ = Move(from, to_);
    }
    void pawn_moves(Bitboard targets, int step) { moves(static_cast<Square>(to_ - step), targets); }
    void promotions(Bitboard targets, int step) {
        const bool can_be = promotion_ > PieceType::Pawn && promotion_ < PieceType::King;
        if (targets & bit(to_) && can_be)
            found_ = Move(static_cast<Square>(to_ - step), to_, Move::Kind::Promotion, promotion_);
    }
    void special(Move move) {
        if (move.to() == to_ && promotion_ == PieceType::None) found_ = move;
    }
    Move found() const { return found_; }

  private:
    Square to_;
    PieceType promotion_;
    Move found_;
};

} // namespace

template <Color Us, class Sink>
class MoveGenerator {
  public:
    MoveGenerator(const Position& position, Bitboard movers, Sink& sink)
        : position_(position),
          sink_(sink),
          movers_(movers),
          king_(position.king(Us)),
          own_(position.pieces(Us)),
          enemy_(position.pieces(them)),
          occupied_(own_ | enemy_),
          straight_(of(them, PieceType::Rook)),
          oblique_(of(them, PieceType::Bishop)) {
        const Bitboard queens = of(them, PieceType::Queen);
        straight_ |= queens;
        oblique_ |= queens;
    }

    void run() {
        find_checks_and_pins();
        const bool king_moves_too = (movers_ & bit(king_)) != 0;
        if (king_moves_too) king_moves();
        if (more_than_one(checkers_)) return; // only a king move can answer
        targets_ = ~own_;
        if (checkers_)
            targets_ = checkers_ | between(king_, first_square(checkers_));
        else if (king_moves_too && position_.castling_ & own_)
            castling();
        piece_moves();
        pawn_moves();
        if (position_.en_passant() != NoSquare) en_passant();
    }

    bool can_castle(CastlingSide side) const {
        const Square rook = position_.castling_rook(Us, side);
        return rook != NoSquare && can_castle(side, rook) && !position_.in_check();
    }

  private:
    static constexpr Color them = ~Us;
    static constexpr int up = Us == Color::White ? 8 : -8;

    static constexpr Bitboard shift(Bitboard b, int step) {
        return step > 0 ? b << step : b >> -step;
    }
    Bitboard of(Color c, PieceType t) const { return position_.pieces(c, t); }
    Bitboard movers(PieceType t) const { return of(Us, t) & movers_; }

    // Own pieces do not stop these rays: without one on the ray there is a check, with one there is
    // a pin.
    void find_checks_and_pins() {
        checkers_ = (knight_attacks(king_) & of(them, PieceType::Knight)) |
                    (pawn_attacks(Us, king_) & of(them, PieceType::Pawn));
        collect(rook_attacks(king_, enemy_) & straight_, straight_pinned_, straight_lines_);
        collect(bishop_attacks(king_, enemy_) & oblique_, oblique_pinned_, oblique_lines_);
    }

    void collect(Bitboard snipers, Bitboard& pinned, Bitboard& lines) {
        while (snipers) {
            const Square sniper = pop_square(snipers);
            const Bitboard way = between(king_, sniper);
            const Bitboard shield = way & own_;
            if (!shield) {
                checkers_ |= bit(sniper);
            } else if (!more_than_one(shield)) {
                pinned |= shield;
                lines |= way | bit(sniper);
            }
        }
    }

    bool is_safe(Square s, Bitboard occupied) const {
        return !(knight_attacks(s) & of(them, PieceType::Knight)) &&
               !(rook_attacks(s, occupied) & straight_) &&
               !(bishop_attacks(s, occupied) & oblique_);
    }

    Bitboard attacked_by_pawns_and_king() const {
        const Bitboard pawns = of(them, PieceType::Pawn);
        return shift(pawns & ~file_a, -up - 1) | shift(pawns & ~file_h, -up + 1) |
               king_attacks(position_.king(them));
    }

    void king_moves() {
        Bitboard candidates = king_attacks(king_) & ~own_;
        if (!candidates) return;
        candidates &= ~attacked_by_pawns_and_king();
        Bitboard targets = 0;
        while (candidates) {
            const Square to = pop_square(candidates);
            if (is_safe(to, occupied_ ^ bit(king_))) targets |= bit(to);
        }
        sink_.moves(king_, targets);
    }

    void castling() {
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            const Square rook = position_.castling_rook(Us, side);
            if (rook != NoSquare && can_castle(side, rook))
                sink_.special(Move(king_, rook, Move::Kind::Castling));
        }
    }

    // Only king and rook may stand on the squares that king and rook pass. The king's path is
    // tested without the rook on the board, because the rook may have shielded it from an enemy
    // rook further out (Chess960: Ra1, Rb1, Kc1).
    bool can_castle(CastlingSide side, Square rook) const {
        const Square king_to = make_square(side == CastlingSide::King ? 6 : 2, rank_of(king_));
        const Square rook_to = make_square(side == CastlingSide::King ? 5 : 3, rank_of(king_));
        const Bitboard others = occupied_ ^ bit(king_) ^ bit(rook);
        const Bitboard king_way = between(king_, king_to) | bit(king_to);
        if ((king_way | between(rook, rook_to) | bit(rook_to)) & others) return false;
        if (king_way & attacked_by_pawns_and_king()) return false;
        for (Bitboard rest = king_way; rest;)
            if (!is_safe(pop_square(rest), others)) return false;
        return true;
    }

    // A piece that is pinned along one line cannot reach another pin line, so the union of all
    // lines of a kind is correct for each.
    void piece_moves() {
        for (Bitboard rest = movers(PieceType::Knight) & ~(straight_pinned_ | oblique_pinned_);
             rest;) {
            const Square from = pop_square(rest);
            sink_.moves(from, knight_attacks(from) & targets_);
        }
        const Bitboard queens = movers(PieceType::Queen);
        for (Bitboard rest = (movers(PieceType::Bishop) | queens) & ~straight_pinned_; rest;) {
            const Square from = pop_square(rest);
            Bitboard to = bishop_attacks(from, occupied_) & targets_;
            if (oblique_pinned_ & bit(from)) to &= oblique_lines_;
            sink_.moves(from, to);
        }
        for (Bitboard rest = (movers(PieceType::Rook) | queens) & ~oblique_pinned_; rest;) {
            const Square from = pop_square(rest);
            Bitboard to = rook_attacks(from, occupied_) & targets_;
            if (straight_pinned_ & bit(from)) to &= straight_lines_;
            sink_.moves(from, to);
        }
    }

    void pawn_moves() {
        const Bitboard pawns = movers(PieceType::Pawn);
        const Bitboard empty = ~occupied_;
        const Bitboard pushers = pawns & ~oblique_pinned_;
        const Bitboard single = (shift(pushers & ~straight_pinned_, up) |
                                 (shift(pushers & straight_pinned_, up) & straight_lines_)) &
                                empty;
        const Bitboard twice = shift(single & rank_bits(Us == Color::White ? 2 : 5), up) & empty;
        emit(single & targets_, up);
        sink_.pawn_moves(twice & targets_, 2 * up);

        const Bitboard takers = pawns & ~straight_pinned_;
        capture(takers & ~file_a, up - 1);
        capture(takers & ~file_h, up + 1);
    }

    void capture(Bitboard takers, int step) {
        const Bitboard to = shift(takers & ~oblique_pinned_, step) |
                            (shift(takers & oblique_pinned_, step) & oblique_lines_);
        emit(to & enemy_ & targets_, step);
    }

    void emit(Bitboard targets, int step) {
        constexpr Bitboard last_rank = rank_bits(Us == Color::White ? 7 : 0);
        sink_.pawn_moves(targets & ~last_rank, step);
        if (targets & last_rank) sink_.promotions(targets & last_rank, step);
    }

    void en_passant() {
        const Square to = position_.en_passant();
        const Bitboard taken = shift(bit(to), -up);
        for (Bitboard takers = pawn_attacks(them, to) & movers(PieceType::Pawn); takers;) {
            const Square from = pop_square(takers);
            const Bitboard after = occupied_ ^ bit(from) ^ taken ^ bit(to);
            if (!(position_.attackers(king_, them, after) & ~taken))
                sink_.special(Move(from, to, Move::Kind::EnPassant));
        }
    }

    const Position& position_;
    Sink& sink_;
    const Bitboard movers_; // the moves of these pieces are generated
    const Square king_;
    const Bitboard own_, enemy_, occupied_;
    Bitboard straight_, oblique_; // enemy rooks and queens, bishops and queens
    Bitboard checkers_ = 0;
    Bitboard straight_pinned_ = 0, oblique_pinned_ = 0;
    // These are the squares from the king (excluded) to the pinning piece (included).
    Bitboard straight_lines_ = 0, oblique_lines_ = 0;
    Bitboard targets_ = 0; // squares to which a piece other than the king may move
};

namespace {

template <class Sink>
void generate(const Position& position, Bitboard movers, Sink& sink) {
    if (position.side_to_move() == Color::White)
        MoveGenerator<Color::White, Sink>(position, movers, sink).run();
    else
        MoveGenerator<Color::Black, Sink>(position, movers, sink).run();
}

} // namespace

MoveList Position::legal_moves(Bitboard from) const {
    MoveList list;
    ListSink sink(list);
    generate(*this, from, sink);
    return list;
}

int Position::legal_move_count() const {
    CountSink sink;
    generate(*this, ~Bitboard{0}, sink);
    return sink.count();
}

bool Position::can_castle(CastlingSide side) const {
    CountSink none;
    if (side_to_move_ == Color::White)
        return MoveGenerator<Color::White, CountSink>(*this, 0, none).can_castle(side);
    return MoveGenerator<Color::Black, CountSink>(*this, 0, none).can_castle(side);
}

Move Position::find_legal_move(Square from, Square to, PieceType promotion) const {
    FindSink sink(to, promotion);
    generate(*this, bit(from) & pieces(side_to_move_), sink);
    return sink.found();
}

} // namespace polyglot::chess
