// Builds an Arena book from the positions of another book, as a walk delivers them. Test:
// builder_test.cpp.
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/book/book.hpp"
#include "core/chess/move.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace polyglot::book {

// Returns the records of a position's moves, without pointers, as add_position() puts them into the
// tree. Adds to `illegal` the number of entries that are left out.
std::vector<AbkRecord> abk_records_of(const std::vector<Entry>& entries, std::uint64_t& illegal);

// The tree while it grows, for callers that walk by themselves (core/book/walk/walk.hpp).
// build_abk() does both.
class AbkBuilder {
  public:
    // Adds a position and its moves. `line` leads to it from the start position, where an Arena
    // book begins. Each position must be added once; the order is free. Moves of a line that no
    // position has brought become bridges. A position without a legal move is left out.
    void add_position(std::span<const chess::Move> line, const std::vector<Entry>& entries);
    // Completes the tree. The header's depth and number of moves are computed here.
    AbkBuilt finish(AbkHeader header);

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    struct Node {
        AbkRecord record;
        std::uint32_t first_reply = none, last_reply = none, sibling = none;
    };

    std::uint32_t find(std::uint32_t parent, const AbkRecord& record) const;
    std::uint32_t append(std::uint32_t parent, const AbkRecord& record);
    std::uint32_t reach(std::span<const chess::Move> line);
    std::vector<std::uint32_t> depth_first() const;

    std::vector<Node> nodes_{1};    // nodes_[0] is the start position
    std::vector<chess::Move> line_; // to the last position that was added
    std::vector<std::uint32_t> path_{0};
    std::size_t depth_ = 0;
    AbkBuilt built_;
};

} // namespace polyglot::book
