// Which positions need the rules of Chess960.
#pragma once
#include "core/chess/position.hpp"

namespace polyglot::chess {

// A king may castle from another square than e1 or e8, or with a rook that is not in the corner.
bool castles_as_in_chess960(const Position& position);

} // namespace polyglot::chess
