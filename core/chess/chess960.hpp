// The start positions of Chess960, and which positions need its rules.
#pragma once
#include "core/chess/position.hpp"

#include <optional>
#include <vector>

namespace polyglot::chess {

// A king may castle from another square than e1 or e8, or with a rook that is not in the corner.
bool castles_as_in_chess960(const Position& position);

// All 960, number N at place N (R. Scharnagl's numbering; 518 is the standard one).
const std::vector<Position>& chess960_starts();
// The number, if the position is one of them.
std::optional<int> chess960_number(const Position& position);
// Its rules are needed: it is one of its start positions other than the standard one, or a king or
// rook that may castle is not on its standard square.
bool is_of_chess960(const Position& position);

} // namespace polyglot::chess
