// The limits of a search, for the books.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/books/book_question.hpp"

namespace polyglot::session {

inline BookClock book_clock_of(const protocol::Go& go) {
    return {.white = go.white_time,
            .black = go.black_time,
            .move_time = go.move_time,
            .white_increment = go.white_increment,
            .black_increment = go.black_increment,
            .moves_to_go = go.moves_to_go};
}

} // namespace polyglot::session
