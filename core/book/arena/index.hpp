// The tree of an Arena book followed from the start position, its damage cut out.
#pragma once
#include "core/book/arena/abk.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace polyglot::book {

// The tree's moves, sorted by position, each of a position once. Each record is looked at once, whatever the pointers
// say. What was cut, and what else is odd, becomes sentences of warnings, with the byte of the file where it is first.
// Takes the tree because it cuts it.
std::vector<AbkMove> index_abk(AbkTree tree, std::vector<std::string>& warnings);

// Another record of the same move in the same position. Each line of the tree has its own games, and a move's are those
// of all lines; a priority of 0 forbids it wherever it is given.
void add_record(AbkMove& move, const AbkMove& record);

} // namespace polyglot::book
