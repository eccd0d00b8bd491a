// The order in which PolyGlot tries moves: the lines of its dump-book are numbered by it, and name
// each other by numbers.
#pragma once
#include "core/chess/position.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace polyglot::tools {

// The pieces of both sides in a row each: the king, then the others by square as they stood at the
// beginning. A piece keeps its place when it moves or is promoted; the place of one that is taken
// goes to the last of its row.
class PieceOrder {
  public:
    explicit PieceOrder(const chess::Position& position);
    void make(const chess::Position& before, chess::Move move);
    // Piece by piece in this order, each by direction and then by distance, pawn captures before
    // pawn advances, promotions from knight to queen; castling after everything else.
    void sort(const chess::Position& position, std::vector<chess::Move>& moves) const;

  private:
    struct Row {
        std::array<chess::Square, 16> squares{};
        std::size_t size = 0;
        void move(chess::Square from, chess::Square to);
        void remove(chess::Square square);
        std::size_t place_of(chess::Square square) const;
    };
    std::array<Row, 2> rows_; // by colour
};

} // namespace polyglot::tools
