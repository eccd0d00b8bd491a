// What the books are asked.
#pragma once
#include "adapter/session/books/book_game.hpp"
#include "config/book_conditions.hpp"
#include "core/chess/uci_move.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::session {

// The limits of the search that a book move would replace, as far as they are known.
struct BookClock {
    using Milliseconds = std::chrono::milliseconds;
    std::optional<Milliseconds> white{}, black{}, move_time{};
    Milliseconds white_increment{0}, black_increment{0};
    std::optional<int> moves_to_go{};
};

// What a book is asked about. XboardGame::book_question(), UciGuiSide::book_question() and the page
// of explore (tools/explore/adapter_choice.cpp) make it.
struct BookQuestion {
    BookGame game;
    // The notation of castling moves. KingTakesRook means that the game is Chess960.
    chess::CastlingStyle castling = chess::CastlingStyle::KingTwoSquares;
    std::optional<config::TimeControl> time{}; // of the game; nullopt until it is known
    // The game's last move is a guess of the opponent's move.
    bool is_guess = false;
    const std::vector<std::string>* allowed = nullptr; // the moves that may be played; null for all
    BookClock clock{};                                 // for books that are programs
};

} // namespace polyglot::session
