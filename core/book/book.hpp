// What every opening book is to its user: entries for a position.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace polyglot::book {

// One line of the book. weight and learn fields as the file has them.
struct Entry {
    chess::Move move; // null when the book's move is not legal here: it counts in the shares, never played
    std::uint32_t weight = 0;
    std::uint16_t learn_count = 0; // BookLearn: games in which we played this move here
    std::uint16_t learn_sum = 0;   // BookLearn: half-points we scored in them (2 win, 1 draw, 0 loss)
};

class Book {
  public:
    virtual ~Book() = default;
    // All entries of this position in file order. Never throws at damage in the file.
    virtual std::vector<Entry> find(const chess::Position& position) const = 0;
};

} // namespace polyglot::book
