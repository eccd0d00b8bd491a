// Stockfish's Zobrist key (docs/formats/stockfish-key.md), which YACB books and SFTT tables are looked up by.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>

namespace polyglot::chess {

// The key of Stockfish 14 to 15 for standard chess and Chess960, without what some of them mix in for the half-move
// clock. From scratch: some 40 table look-ups.
std::uint64_t stockfish_key(const Position& position);

} // namespace polyglot::chess
