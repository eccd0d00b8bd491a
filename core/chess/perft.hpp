// Counting the leaves of the legal move tree: the standard proof of a move generator.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>

namespace polyglot::chess {

// Leaves after exactly depth plies; depth 0 is 1.
std::uint64_t perft(Position& position, int depth);

} // namespace polyglot::chess
