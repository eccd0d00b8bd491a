// What the books are asked, and under which conditions a book is asked. Test: "book player:
// conditions" in book_player_test.cpp.
#pragma once
#include "adapter/session/books/book_game.hpp"
#include "config/book_conditions.hpp"
#include "config/settings.hpp"
#include "core/chess/uci_move.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// The limits of the search that a book move would replace, as far as they are known.
struct BookClock {
    using Milliseconds = std::chrono::milliseconds;
    std::optional<Milliseconds> white, black, move_time;
    Milliseconds white_increment{0}, black_increment{0};
    std::optional<int> moves_to_go;
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

struct BookRefusal {
    std::string text; // the condition that does not hold, "Color = white"; empty if all hold
    bool is_about_unknown = false; // the opponent or the time control is not known
};
// An opponent without a name is unknown.
BookRefusal why_not_asked(const config::BookSettings& rules, const BookQuestion& question,
                          std::string_view opponent);

// Returns whether the Color of the rules includes this one.
bool is_for(const config::BookSettings& rules, chess::Color color);

} // namespace polyglot::session
