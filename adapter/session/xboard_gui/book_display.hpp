// The answer to `bk`: the moves of the books for the position on the board.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "core/chess/position.hpp"

#include <string>
#include <vector>

namespace polyglot::session {

// Returns one line per move with its share, each after a blank as CECP requires; each of several
// books has a heading. A star marks a move that `exclude` forbids.
std::vector<std::string> format_book(const std::vector<BookView>& books, const BookGame& game,
                                     const std::vector<chess::Move>& excluded);

// Returns all legal moves, which is the answer without a book, as in PolyGlot.
std::vector<std::string> format_legal_moves(const BookGame& game,
                                            const std::vector<chess::Move>& excluded);

} // namespace polyglot::session
