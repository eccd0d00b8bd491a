// Makes the starter book from a table of openings.
#pragma once
#include "core/openings/make/table.hpp"
#include "core/result.hpp"

#include <string>

namespace polyglot::openings {

// Returns the bytes of the PolyGlot book that make-book makes of the starter lines, each a drawn
// game. The weight of a move is therefore the number of lines that lead through it, for either
// side.
Result<std::string> make_starter(const Table& table);

} // namespace polyglot::openings
