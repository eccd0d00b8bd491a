// Finds positions where two books play differently.
#pragma once
#include "core/chess/position.hpp"
#include "tools/books/tree/branches.hpp"

#include <optional>
#include <span>
#include <vector>

namespace polyglot::tools {

// Returns the moves to the next position, after the one that `line` leads to, in which the books'
// choices differ by a twentieth or more (half of the sum of the differences of all shares, as in
// diff-book) or which only one of them contains. A move that only one book has is a difference of
// the position before it and is not followed. Positions are visited line by line, the most played
// moves first, each position once, from the start; if that walk does not visit the line's position,
// all differences count. Returns nullopt if there is none within 30 half-moves and the first 50,000
// positions.
std::optional<std::vector<chess::Move>> next_difference(const Branches& first,
                                                        const Branches& second,
                                                        const chess::Position& start,
                                                        std::span<const chess::Move> line);

} // namespace polyglot::tools
