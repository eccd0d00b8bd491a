// The order in which PolyGlot tries moves. It determines the numbers of the lines in dump-book,
// which refer to each other by number. tests/unit/tools/dump_book/dump_book_test.cpp shows it.
#pragma once
#include "core/chess/position.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace polyglot::tools {

// Keeps the pieces of each side in a row: the king, then the others by their square at the
// beginning. A piece keeps its place when it moves or is promoted; when a piece is captured, the
// last piece of its row takes its place.
class PieceOrder {
  public:
    explicit PieceOrder(const chess::Position& position);
    void make(const chess::Position& before, chess::Move move);
    // Sorts the moves piece by piece in this order, those of a piece by direction and then by
    // distance, with pawn captures before pawn advances and promotions from knight to queen.
    // Castling comes last.
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
