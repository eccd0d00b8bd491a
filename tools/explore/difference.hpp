// Where two books play differently.
#pragma once
#include "core/chess/position.hpp"
#include "tools/books/tree/branches.hpp"

#include <optional>
#include <span>
#include <vector>

namespace polyglot::tools {

// The next position, after the one that `line` leads to, in which the books' choices differ by a
// twentieth or more (half the sum of the differences of all shares: diff-book's measure), or which
// only one of them knows. A move that only one of them has is a difference of the position before
// it, and is not followed. Positions are visited line by line, the most played moves first, each
// position once, from the start or, if that walk does not meet the line's position, all of them.
// Returns the moves to it; nullopt if there is none within 30 half-moves and the first 50,000
// positions.
std::optional<std::vector<chess::Move>> next_difference(const Branches& first,
                                                        const Branches& second,
                                                        const chess::Position& start,
                                                        std::span<const chess::Move> line);

} // namespace polyglot::tools
