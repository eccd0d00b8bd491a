// Where the games of a book begin: FENs as users give them, and the start positions of Chess960.
#pragma once
#include "core/chess/position.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// All 960, number N at place N (R. Scharnagl's numbering; 518 is the standard one).
const std::vector<chess::Position>& chess960_starts();
// The number, if the position is one of them.
std::optional<int> chess960_number(const chess::Position& position);

// The positions of all FENs, of which "-" stands for those on `in`, one a line (empty lines and those that begin with #
// are left out). Nothing when one is wrong; it has been told on err then.
std::optional<std::vector<chess::Position>> read_fens(const std::vector<std::string>& fens, std::istream& in,
                                                      std::ostream& err);

} // namespace polyglot::tools
