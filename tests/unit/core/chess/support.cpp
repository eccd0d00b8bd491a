#include "tests/unit/core/chess/support.hpp"

#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <array>
#include <cstdlib>
#include <random>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::chess::test {

std::uint64_t seed() {
    if (const char* given = std::getenv("POLYGLOT_TEST_SEED"))
        if (const auto number = text::parse_int<std::uint64_t>(given)) return *number;
    static const std::uint64_t chosen = std::random_device{}();
    return chosen;
}

Position position_of(std::string_view fen) {
    const Result<Position> position = parse_fen(fen);
    REQUIRE_MESSAGE(position.has_value(), fen);
    return *position;
}

std::string chess960_fen(int number) {
    std::string rank(8, ' ');
    const auto place = [&](int nth_free, char piece) {
        for (char& square : rank)
            if (square == ' ' && nth_free-- == 0) {
                square = piece;
                return;
            }
    };
    constexpr std::array<std::array<int, 2>, 10> knights{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = 'b';
    number /= 4;
    rank[static_cast<std::size_t>(number % 4 * 2)] = 'b';
    number /= 4;
    place(number % 6, 'q');
    const auto [first, second] = knights[static_cast<std::size_t>(number / 6)];
    place(second, 'n'); // the later one first: it must not shift the count
    place(first, 'n');
    std::string rights;
    for (const char piece : {'r', 'k', 'r'})
        place(0, piece);
    for (const std::size_t rook : {rank.rfind('r'), rank.find('r')})
        rights += static_cast<char>('a' + rook);
    std::string white = rank;
    std::string white_rights = rights;
    for (std::string* s : {&white, &white_rights})
        for (char& c : *s)
            c = text::to_upper(c);
    return rank + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w " + white_rights + rights + " - 0 1";
}

namespace {

struct Direction {
    int file, rank;
};
constexpr std::array<Direction, 4> straight{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
constexpr std::array<Direction, 4> oblique{{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
constexpr std::array<Direction, 8> jumps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

class ReferenceBoard {
  public:
    explicit ReferenceBoard(const Position& position)
        : position_(position), us_(position.side_to_move()) {
        for (int s = 0; s < 64; ++s)
            board_[static_cast<std::size_t>(s)] = position.piece_at(static_cast<Square>(s));
    }

    std::vector<Move> moves() {
        for (int rank = 0; rank < 8; ++rank)
            for (int file = 0; file < 8; ++file)
                if (const Piece p = at(file, rank); p && p.color == us_) from(file, rank, p.type);
        castling(CastlingSide::King);
        castling(CastlingSide::Queen);
        return moves_;
    }
    const std::vector<Move>& exposing() const { return exposing_; }

  private:
    using Board = std::array<Piece, 64>;

    static bool inside(int file, int rank) {
        return file >= 0 && file < 8 && rank >= 0 && rank < 8;
    }
    static Piece& on(Board& b, int file, int rank) { return b[make_square(file, rank)]; }
    Piece at(int file, int rank) const { return board_[make_square(file, rank)]; }

    // Looks outwards from the square for each way it could be attacked.
    static bool attacked(Board& b, int file, int rank, Color by) {
        const auto is = [&](int f, int r, PieceType t) {
            return inside(f, r) && on(b, f, r) == Piece{t, by};
        };
        const int backwards = by == Color::White ? -1 : 1;
        if (is(file - 1, rank + backwards, PieceType::Pawn) ||
            is(file + 1, rank + backwards, PieceType::Pawn))
            return true;
        for (const auto [df, dr] : jumps)
            if (is(file + df, rank + dr, PieceType::Knight)) return true;
        const auto along = [&](Direction d, PieceType slider) {
            int f = file + d.file;
            int r = rank + d.rank;
            if (is(f, r, PieceType::King)) return true;
            while (inside(f, r) && !on(b, f, r)) {
                f += d.file;
                r += d.rank;
            }
            return is(f, r, slider) || is(f, r, PieceType::Queen);
        };
        for (const Direction d : straight)
            if (along(d, PieceType::Rook)) return true;
        for (const Direction d : oblique)
            if (along(d, PieceType::Bishop)) return true;
        return false;
    }

    bool king_attacked(Board& b) const {
        for (int rank = 0; rank < 8; ++rank)
            for (int file = 0; file < 8; ++file)
                if (on(b, file, rank) == Piece{PieceType::King, us_})
                    return attacked(b, file, rank, ~us_);
        return true;
    }

    void add(Move move) {
        Board after = board_;
        const Square to = move.to();
        if (move.kind() == Move::Kind::EnPassant)
            on(after, file_of(to), rank_of(move.from())) = Piece{};
        after[to] = after[move.from()];
        after[move.from()] = Piece{};
        (king_attacked(after) ? exposing_ : moves_).push_back(move);
    }

    void from(int file, int rank, PieceType type) {
        const auto slide = [&](const auto& directions, int reach) {
            for (const auto [df, dr] : directions)
                walk(file, rank, df, dr, reach);
        };
        switch (type) {
        case PieceType::Pawn: pawn(file, rank); break;
        case PieceType::Knight: slide(jumps, 1); break;
        case PieceType::Bishop: slide(oblique, 7); break;
        case PieceType::Rook: slide(straight, 7); break;
        default:
            slide(oblique, type == PieceType::King ? 1 : 7);
            slide(straight, type == PieceType::King ? 1 : 7);
        }
    }

    void walk(int file, int rank, int df, int dr, int reach) {
        for (int n = 1; n <= reach && inside(file + n * df, rank + n * dr); ++n) {
            const Piece there = at(file + n * df, rank + n * dr);
            if (there && there.color == us_) return;
            add(Move(make_square(file, rank), make_square(file + n * df, rank + n * dr)));
            if (there) return;
        }
    }

    void pawn(int file, int rank) {
        const int up = us_ == Color::White ? 1 : -1;
        const int home = us_ == Color::White ? 1 : 6;
        const Square here = make_square(file, rank);
        if (!at(file, rank + up)) {
            pawn_to(here, make_square(file, rank + up));
            if (rank == home && !at(file, rank + 2 * up))
                add(Move(here, make_square(file, rank + 2 * up)));
        }
        for (const int side : {-1, 1}) {
            if (!inside(file + side, rank + up)) continue;
            const Square to = make_square(file + side, rank + up);
            const Piece there = at(file + side, rank + up);
            if (there && there.color != us_) pawn_to(here, to);
            if (to == position_.en_passant()) add(Move(here, to, Move::Kind::EnPassant));
        }
    }

    void pawn_to(Square here, Square to) {
        if (rank_of(to) != 0 && rank_of(to) != 7) return add(Move(here, to));
        for (const PieceType t :
             {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
            add(Move(here, to, Move::Kind::Promotion, t));
    }

    void castling(CastlingSide side) {
        const Square rook = position_.castling_rook(us_, side);
        const Square king = position_.king(us_);
        if (rook == NoSquare || attacked(board_, file_of(king), rank_of(king), ~us_)) return;
        const int rank = rank_of(king);
        const int king_to = side == CastlingSide::King ? 6 : 2;
        const int rook_to = side == CastlingSide::King ? 5 : 3;
        for (int file = 0; file < 8; ++file) {
            const bool king_passes = file >= std::min(file_of(king), king_to) &&
                                     file <= std::max(file_of(king), king_to);
            const bool rook_passes = file >= std::min(file_of(rook), rook_to) &&
                                     file <= std::max(file_of(rook), rook_to);
            const Square s = make_square(file, rank);
            if ((king_passes || rook_passes) && s != king && s != rook && at(file, rank)) return;
            Board walking = board_;
            walking[king] = Piece{};
            if (king_passes && attacked(walking, file, rank, ~us_)) return;
        }
        Board after = board_;
        after[king] = after[rook] = Piece{};
        on(after, king_to, rank) = Piece{PieceType::King, us_};
        on(after, rook_to, rank) = Piece{PieceType::Rook, us_};
        if (!king_attacked(after)) moves_.emplace_back(king, rook, Move::Kind::Castling);
    }

    const Position& position_;
    Color us_;
    Board board_{};
    std::vector<Move> moves_;
    std::vector<Move> exposing_; // fit but for the king
};

} // namespace

std::vector<Move> reference_moves(const Position& position) {
    return ReferenceBoard(position).moves();
}

std::vector<Move> reference_exposing_moves(const Position& position) {
    ReferenceBoard board(position);
    board.moves();
    return board.exposing();
}

} // namespace polyglot::chess::test
