// Visits the positions below a position of a book, and copies a subtree from another book.
#pragma once
#include "core/book/book.hpp"
#include "core/result.hpp"
#include "tools/books/edit/edits.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace polyglot::tools {

using SubtreeKeys = std::unordered_set<std::uint64_t>;

struct Subtree {
    // Returns the moves to follow in a position.
    std::function<std::vector<chess::Move>(const chess::Position&)> moves;
    std::function<void(const chess::Position&)> visit; // called after `moves` for the same position
    std::function<bool()> keep_on;
};
// Visits every position that is not yet in `seen` once, each before the positions below it. Returns
// false if keep_on stopped it.
bool visit_subtree(const Subtree& subtree, const chess::Position& root, SubtreeKeys& seen);
std::vector<chess::Move> legal_moves_of(const book::Book& book, const chess::Position& position);

// Implements -copy-from: calls `replace` for each position of the other book, downward from the
// edit's position. If the edit has a move, it starts with the position after that move and first
// calls add_move with the position in which the move is played and only the entries of this move.
// Returns an error if the other book does not contain the position or the move.
using CopyEntries =
    std::function<Result<void>(const chess::Position&, const std::vector<book::Entry>&)>;
struct CopyFrom {
    CopyEntries add_move; // of the edit's move, if it has one
    CopyEntries replace;
};
Result<void> copy_subtree(const Edit& edit, const std::function<bool()>& keep_on,
                          const CopyFrom& copy);

// Implements -delete of a subtree: deletes the edit's move, or its position, and then all positions
// below, except those that the book's moves also reach from the start position or from the edited
// position by another way.
struct DeleteFrom {
    std::function<std::vector<chess::Move>(const chess::Position&)> moves; // to follow
    std::function<Result<void>(const Edit&)> delete_top; // receives an edit of Kind::Delete
    std::function<void(const chess::Position&)> delete_position;
};
Result<void> delete_subtree(const Edit& edit, const std::function<bool()>& keep_on,
                            const DeleteFrom& from);

// Returns the error for an edit of a move that the book does not contain. place is that of the
// edit.
Error not_in_book(const std::string& place, const std::string& san);
// Returns the message with the edit's place in front: "list.csv:3: …".
Error at_edit(const Edit& edit, const std::string& message);

} // namespace polyglot::tools
