// The positions below a position of a book, and another book to copy them from.
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
    // The moves to follow in a position.
    std::function<std::vector<chess::Move>(const chess::Position&)> moves;
    std::function<void(const chess::Position&)> visit; // the moves have been asked for already
    std::function<bool()> keep_on;
};
// Every position that is not in `seen` yet, once, each before those below it. False if it was
// stopped.
bool visit_subtree(const Subtree& subtree, const chess::Position& root, SubtreeKeys& seen);
std::vector<chess::Move> legal_moves_of(const book::Book& book, const chess::Position& position);

// For -copy-from: calls take with each position that the other book has, from the edit's position,
// or the one after the edit's move, downward; first with the position in which the move is played,
// and its entries only. An error if the other book does not have them.
using CopyEntries =
    std::function<Result<void>(const chess::Position&, const std::vector<book::Entry>&)>;
struct CopyFrom {
    CopyEntries add_move; // of the edit's move, if it has one
    CopyEntries replace;
};
Result<void> copy_subtree(const Edit& edit, const std::function<bool()>& keep_on,
                          const CopyFrom& copy);

// A move that an edit changes, and that the book does not have. place: of the edit.
Error not_in_book(const std::string& place, const chess::Position& position, chess::Move move);
// "list.csv:3: " and the message.
Error at_edit(const Edit& edit, const std::string& message);

} // namespace polyglot::tools
