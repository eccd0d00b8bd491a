// Positions out of games and books, for files that know positions by keys alone.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <memory>
#include <string>
#include <vector>

namespace polyglot::tools {

// Those of a book that can be reached from the start position, or of all games of a PGN file (plain
// or packed, with variations), the last positions included; each once, with the half-move clock of
// its first occurrence. All are kept in memory, some 200 bytes each.
Result<std::vector<chess::Position>> read_positions(const std::string& file);

// An experience file with the scheme of its keys decided by these positions; left in `known` are
// those that it knows. Another book as it is, with all positions.
std::shared_ptr<const book::Book> decided_by(std::shared_ptr<const book::Book> book,
                                             std::vector<chess::Position>& known);

} // namespace polyglot::tools
