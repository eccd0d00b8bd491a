// The search that the adapter begins for a UCI GUI while the book answers (BookPonder), and whether
// it is the one that the GUI then asks for. Test: book_ponder_test.cpp.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/books/book_game.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

struct BookPonder {
    std::string position; // the line for the engine; empty if it has the position
    std::string fen;      // of the position
    protocol::Go go;

    // Returns true if the engine, sent ponderhit (or, for a `go ponder`, nothing), does what this
    // `go` of the GUI in this position asks for: the limits are the same, and the clock has hardly
    // less time than was planned with.
    bool is_asked_by(const protocol::Go& asked, const BookGame& game) const;
};

// Plans the search for the position after our book move and the book's best reply. position is what
// followed "position" in the GUI's line, game its game, go the `go` that the book has answered.
// Nullopt if the reply is not legal or ends the game, or the next limits cannot be known.
std::optional<BookPonder> plan_book_ponder(std::string_view position, const BookGame& game,
                                           const protocol::Go& go, std::string_view move,
                                           std::string_view reply);

} // namespace polyglot::session
