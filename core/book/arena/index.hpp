// The tree of an Arena book followed from the start position, its damage cut out.
#pragma once
#include "core/book/arena/abk.hpp"

#include <span>
#include <string>
#include <vector>

namespace polyglot::book {

// The tree's moves, sorted by position, each of a position once. Each record is looked at once,
// whatever the pointers say. What was cut, and what else is odd, becomes sentences of warnings,
// with the byte of the file where it is first. Takes the tree because it cuts it.
std::vector<AbkMove> index_abk(AbkTree tree, std::vector<std::string>& warnings);

AbkMove abk_move_from(const AbkRecord& record, const chess::Position& position, chess::Move move);
// Adds a record to the one of a position's moves that is the same; false if none is. Each line of
// the tree has its own games, and a move's are those of all lines; a priority of 0 forbids it
// wherever it is given.
bool merge_into(std::span<AbkMove> moves, const AbkMove& record);

} // namespace polyglot::book
