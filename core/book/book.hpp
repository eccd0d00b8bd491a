// What every opening book is to its user: entries for a position.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace polyglot::book {

// One line of the book, with what is known of the games in which we played it: from the learn fields of the file, or
// from a store beside it.
struct Entry {
    chess::Move move; // null when the book's move is not legal here: it counts in the shares, never played
    std::uint32_t weight = 0;
    std::uint32_t learn_count = 0; // BookLearn: games in which we played this move here
    std::uint32_t learn_sum = 0;   // BookLearn: half-points we scored in them (2 win, 1 draw, 0 loss)
    std::uint32_t age_days = 0;    // since the last of these games; 0 where nobody wrote it down
};

class Book {
  public:
    virtual ~Book() = default;
    // All entries of this position in file order. Never throws at damage in the file.
    virtual std::vector<Entry> find(const chess::Position& position) const = 0;
};

} // namespace polyglot::book
