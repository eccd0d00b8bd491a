// Stockfish's units of a value (docs/formats/sftt.md), which SFTT tables and experience files hold.
#pragma once
#include "core/book/book.hpp"

namespace polyglot::book {

constexpr int stockfish_longest_mate = 31'754; // of the values that are mates: mate in 246 plies
constexpr int stockfish_mate_in_0 = 32'000;

// Type and value, for the side that the units are for: centipawns, what is beyond a known win, or
// plies to mate.
Evaluation decode_stockfish_value(int units);
// Units that decode to the same value. A value that Stockfish's range has no place for becomes the
// nearest one that it has; distances to zeroing become known wins, expected scores centipawns.
int encode_stockfish_value(const Evaluation& evaluation);

} // namespace polyglot::book
