// Finds the positions of results, because a store has only their keys.
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

// A move that has results, in PolyGlot's 16 bits.
struct KeyedMove {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
};

// Finds those of the positions that are reached from the root by these moves, by the book's moves
// (if there is a book), and by any move into another of the positions. Their lines are the shortest
// ones.
class LearntPositions {
  public:
    struct Found {
        chess::Position position;
        std::size_t node = 0; // for line_to()
    };

    // The moves of one position must be adjacent. `most` limits the number of examined positions.
    LearntPositions(const chess::Position& root, std::span<const KeyedMove> moves,
                    const book::Book* book, std::size_t most);

    const std::unordered_map<std::uint64_t, Found>& found() const { return found_; }
    // Returns the moves from the root.
    std::vector<chess::Move> line_to(std::size_t node) const;

  private:
    std::unordered_map<std::uint64_t, Found> found_;
    // Contains the previous node of each node and the move from it; node 0 is the root.
    std::vector<std::pair<std::size_t, chess::Move>> ways_;
};

} // namespace polyglot::tools
