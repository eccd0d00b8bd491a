// How long a move may wait for what the books need: programs, or the store of results.
#pragma once
#include "adapter/session/books/book_question.hpp"

#include <algorithm>
#include <chrono>

namespace polyglot::session {

// timeout is BookTimeout. A move must not cost more than a tenth of the time that is left, or half
// of its own.
inline std::chrono::milliseconds longest_wait(const BookQuestion& question,
                                              std::chrono::milliseconds timeout) {
    constexpr int least_part = 10;
    const BookClock& clock = question.clock;
    const bool white = question.game.side_to_move() == chess::Color::White;
    if (const auto left = white ? clock.white : clock.black)
        timeout = std::min(timeout, *left / least_part);
    if (clock.move_time) timeout = std::min(timeout, *clock.move_time / 2);
    return std::max(timeout, std::chrono::milliseconds(1));
}

} // namespace polyglot::session
