// Follows the tree of an Arena book from the start position and cuts out its damage.
#pragma once
#include "core/book/arena/abk.hpp"

#include <span>
#include <string>
#include <vector>

namespace polyglot::book {

// Returns the tree's moves sorted by position, each move of a position once. Each record is looked
// at once, whatever the pointers say. Adds to `warnings` a sentence for each kind of damage,
// with the offset in the file of the first case. Takes the tree by value because it cuts
// damaged pointers.
std::vector<AbkMove> index_abk(AbkTree tree, std::vector<std::string>& warnings);

AbkMove abk_move_from(const AbkRecord& record, const chess::Position& position, chess::Move move);
// Adds a record to the one among a position's moves that is the same move; returns false if no such
// move exists. Each line of the tree has its own games, and a move's games are those of all lines
// together. A priority of 0 on any line forbids the move on all of them.
bool merge_into(std::span<AbkMove> moves, const AbkMove& record);

} // namespace polyglot::book
