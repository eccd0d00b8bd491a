// The starter book of a table of openings.
#pragma once
#include "core/openings/make/table.hpp"
#include "core/result.hpp"

#include <string>

namespace polyglot::openings {

// The bytes of a PolyGlot book: make-book's of the starter lines, each a drawn game. So a move
// weighs as many lines as lead through it, for either side.
Result<std::string> make_starter(const Table& table);

} // namespace polyglot::openings
