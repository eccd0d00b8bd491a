// An Arena book made of the positions of another one, as a walk brings them.
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

// The records of a position's moves, without pointers: what add_position() puts into the tree.
// illegal: counts the entries that are left out.
std::vector<AbkRecord> abk_records_of(const std::vector<Entry>& entries, std::uint64_t& illegal);

// The tree while it grows. For those who have their own walk (core/book/walk/walk.hpp); build_abk()
// does it all.
class AbkBuilder {
  public:
    // A position and its moves; line: from the start position, where an Arena book begins, to it.
    // Each position once, in any order; moves of a line that no position has brought become
    // bridges. One without a legal move is left out.
    void add_position(std::span<const chess::Move> line, const std::vector<Entry>& entries);
    // Ends it. Of the header, depth and moves are worked out here.
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

    std::vector<Node> nodes_{1};    // the first is the start position
    std::vector<chess::Move> line_; // to the last position
    std::vector<std::uint32_t> path_{0};
    std::size_t depth_ = 0;
    AbkBuilt built_;
};

} // namespace polyglot::book
