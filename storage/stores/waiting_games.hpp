// Games that wait until their results can be written, as lines of text: docs/formats/waiting-games.md. The same for
// every kind of store.
#pragma once
#include "core/book/learn_store.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::io {

struct WaitingGame {
    std::string id; // of no other game: 32 hexadecimal digits
    std::chrono::sys_seconds ended;
    book::LearntGame game; // its age is that at `ended`: 0
};
bool is_waiting_id(std::string_view id);

// Each of these is a line with its end.
std::string format_waiting_game(const WaitingGame& game);
// The store has begun to write the game; words: how far it has come, in printable characters.
std::string format_waiting_progress(std::string_view id, std::string_view words);
std::string format_waiting_done(std::string_view id);

struct WaitingLine {
    enum class Kind : std::uint8_t { Remark, Game, Progress, Done, Unknown };
    Kind kind = Kind::Unknown;
    std::string_view id{};
    std::string_view rest{}; // what follows the id: of Game for read_waiting_game(), of Progress the words
};
// A line without its end. Unknown: damaged, torn, or of another version.
WaitingLine parse_waiting_line(std::string_view line);
// Of a line of Kind::Game; nullopt if it is not a game of chess.
std::optional<WaitingGame> read_waiting_game(const WaitingLine& line);

} // namespace polyglot::io
