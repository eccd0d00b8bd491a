// What a GUI side needs to ask books that are programs.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/books/book_question.hpp"
#include "config/book_program.hpp"
#include "config/settings.hpp"

#include <algorithm>

namespace polyglot::session {

// Most users have none, and then a move costs no more.
inline bool has_program_books(const config::Settings& settings) {
    return settings.book &&
           (config::is_program(settings.book_file) ||
            std::ranges::any_of(settings.books, [](const config::BookSettings& book) {
                return config::is_program(book.file);
            }));
}

// The limits of a search, for the books.
inline BookClock book_clock_of(const protocol::Go& go) {
    return {.white = go.white_time,
            .black = go.black_time,
            .move_time = go.move_time,
            .white_increment = go.white_increment,
            .black_increment = go.black_increment,
            .moves_to_go = go.moves_to_go};
}

} // namespace polyglot::session
