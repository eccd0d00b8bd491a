// Collects positions from games and books for file formats that store only keys.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <memory>
#include <string>
#include <vector>

namespace polyglot::tools {

// Returns all positions of a book that are reachable from the start position, or of all games of a
// PGN file (plain or compressed, with variations), including the last position of each game. Each
// position occurs once, with the half-move clock of its first occurrence. All are kept in memory,
// at about 200 bytes each.
Result<std::vector<chess::Position>> read_positions(const std::string& file);

// Returns an experience file with the key scheme that fits these positions, and removes from
// `known` the positions that the file does not contain. Returns any other book unchanged and leaves
// `known` as it is.
std::shared_ptr<const book::Book> decided_by(std::shared_ptr<const book::Book> book,
                                             std::vector<chess::Position>& known);

} // namespace polyglot::tools
