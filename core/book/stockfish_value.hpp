// Converts Stockfish's units of a value (docs/formats/sftt.md), which SFTT tables and experience
// files use.
#pragma once
#include "core/book/book.hpp"

namespace polyglot::book {

// The lowest value that is a mate: mate in 246 plies.
constexpr int stockfish_longest_mate = 31'754;
constexpr int stockfish_mate_in_0 = 32'000;

// Returns type and value for the side that the units are for: centipawns, the excess over a known
// win, or plies to mate.
Evaluation decode_stockfish_value(int units);
// Returns units that decode to the same value. A value outside of Stockfish's range becomes the
// nearest one in it. Distances to zeroing become known wins, expected scores become centipawns.
int encode_stockfish_value(const Evaluation& evaluation);

} // namespace polyglot::book
