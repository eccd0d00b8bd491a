// Counts the leaves of the tree of legal moves, the standard test of a move generator. Test:
// perft_test.cpp.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>

namespace polyglot::chess {

// Returns the number of leaves after exactly `depth` plies; 1 for depth 0.
std::uint64_t perft(Position& position, int depth);

} // namespace polyglot::chess
