// What a GUI side needs for books that a move may have to wait for.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/books/book_question.hpp"
#include "config/book_program.hpp"
#include "config/learn_server.hpp"
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

// Returns true if a move may wait for a program, or for a server's results.
inline bool has_books_to_wait_for(const config::Settings& settings) {
    return has_program_books(settings) || (settings.book && settings.book_learn &&
                                           config::is_learn_server(settings.book_learn_file));
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
