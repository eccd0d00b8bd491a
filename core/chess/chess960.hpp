// The start positions of Chess960, and a test whether a position needs its rules. Test:
// chess960_test.cpp.
#pragma once
#include "core/chess/position.hpp"

#include <optional>
#include <vector>

namespace polyglot::chess {

// True if a king may castle from another square than e1 or e8, or with a rook that is not in the
// corner.
bool castles_as_in_chess960(const Position& position);

// Returns all 960 positions, number N at index N (R. Scharnagl's numbering; 518 is the standard
// one).
const std::vector<Position>& chess960_starts();
// Returns the number of a start position; nullopt for any other position.
std::optional<int> chess960_number(const Position& position);
// True if the rules of Chess960 are needed: the position is one of its start positions other than
// the standard one, or a king or rook that may castle is not on its standard square.
bool is_of_chess960(const Position& position);

} // namespace polyglot::chess
