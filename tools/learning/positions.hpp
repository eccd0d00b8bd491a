// The positions of results: a store has only their keys.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::tools {

// A move that has results, as PolyGlot's 16 bits.
struct KeyedMove {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
};

// Those of the positions that come up from the root when these moves are played, the book's (if
// there is one), and any move into another of them. Shortest lines.
class LearntPositions {
  public:
    struct Found {
        chess::Position position;
        std::size_t node = 0; // for line_to()
    };

    // The moves of one position follow each other. most: how many positions are looked at.
    LearntPositions(const chess::Position& root, std::span<const KeyedMove> moves,
                    const book::Book* book, std::size_t most);

    const std::unordered_map<std::uint64_t, Found>& found() const { return found_; }
    // The moves from the root.
    std::vector<chess::Move> line_to(std::size_t node) const;

  private:
    std::unordered_map<std::uint64_t, Found> found_;
    // To each node: the one before, and the move; 0 is the root
    std::vector<std::pair<std::size_t, chess::Move>> ways_;
};

} // namespace polyglot::tools
