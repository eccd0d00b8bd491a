#include "tools/dump_book/piece_order.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace polyglot::tools {
namespace {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

// Directions are ordered as differences on a board that is 16 squares wide: downward first, and to
// the left on a rank.
struct Path {
    int direction = 0;
    int distance = 0;
};

Path way_of(Square from, Square to, PieceType type) {
    const int files = chess::file_of(to) - chess::file_of(from);
    const int ranks = chess::rank_of(to) - chess::rank_of(from);
    const int distance = type == PieceType::Knight ? 1 : std::max(std::abs(files), std::abs(ranks));
    return {(16 * ranks + files) / distance, distance};
}

} // namespace

PieceOrder::PieceOrder(const Position& position) {
    for (const Color color : {Color::White, Color::Black}) {
        Row& row = rows_[static_cast<std::size_t>(color)];
        row.squares[row.size++] = position.king(color);
        for (chess::Bitboard rest = position.pieces(color) & ~chess::bit(position.king(color));
             rest != 0 && row.size < row.squares.size();)
            row.squares[row.size++] = chess::pop_square(rest);
    }
}

std::size_t PieceOrder::Row::place_of(Square square) const {
    const auto* const end = squares.begin() + size;
    return static_cast<std::size_t>(std::find(squares.begin(), end, square) - squares.begin());
}

void PieceOrder::Row::move(Square from, Square to) {
    if (const std::size_t place = place_of(from); place < size) squares[place] = to;
}

void PieceOrder::Row::remove(Square square) {
    if (const std::size_t place = place_of(square); place < size) squares[place] = squares[--size];
}

void PieceOrder::make(const Position& before, Move move) {
    const Color us = before.side_to_move();
    Row& row = rows_[static_cast<std::size_t>(us)];
    if (move.kind() == Move::Kind::Castling) {
        const bool to_the_right = move.to() > move.from();
        const int rank = chess::rank_of(move.from());
        const std::size_t king = row.place_of(move.from());
        const std::size_t rook = row.place_of(move.to());
        row.squares[king] = chess::make_square(to_the_right ? 6 : 2, rank);
        row.squares[rook] = chess::make_square(to_the_right ? 5 : 3, rank);
        return;
    }
    const Square taken =
        move.kind() == Move::Kind::EnPassant
            ? chess::make_square(chess::file_of(move.to()), chess::rank_of(move.from()))
            : move.to();
    if (before.piece_at(taken)) rows_[static_cast<std::size_t>(~us)].remove(taken);
    row.move(move.from(), move.to());
}

void PieceOrder::sort(const Position& position, std::vector<Move>& moves) const {
    const Row& row = rows_[static_cast<std::size_t>(position.side_to_move())];
    const auto rank = [&](Move move) {
        const PieceType type = position.piece_at(move.from()).type;
        const bool ahead =
            type == PieceType::Pawn && chess::file_of(move.from()) == chess::file_of(move.to());
        const bool castling = move.kind() == Move::Kind::Castling;
        // The king's side comes first; the order of directions would put it last.
        const Path way = castling ? Path{move.to() > move.from() ? 0 : 1, 0}
                                  : way_of(move.from(), move.to(), type);
        return std::tuple(castling, row.place_of(move.from()), ahead, way.direction, way.distance,
                          move.promotion());
    };
    std::ranges::sort(moves, {}, rank);
}

} // namespace polyglot::tools
