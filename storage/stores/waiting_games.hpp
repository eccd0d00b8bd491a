// Formats and parses games that wait until their results can be written, as lines of text
// (docs/formats/waiting-games.md). The format is the same for every kind of store. Test:
// waiting_games_test.cpp.
#pragma once
#include "core/book/learn_store.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::io {

struct WaitingGame {
    std::string id; // 32 hexadecimal digits, different for every game
    std::chrono::sys_seconds ended;
    book::LearntGame game{}; // its age is 0, since `ended` has the time
};
bool is_waiting_id(std::string_view id);

// Each of these returns a line with its end.
std::string format_waiting_game(const WaitingGame& game);
// The store has begun to write the game. words describe how far it has come, in printable
// characters.
std::string format_waiting_progress(std::string_view id, std::string_view words);
std::string format_waiting_done(std::string_view id);

struct WaitingLine {
    enum class Kind : std::uint8_t { Remark, Game, Progress, Done, Unknown };
    Kind kind = Kind::Unknown;
    std::string_view id{};
    // The text after the id: of a Game for read_waiting_game(), of a Progress the words.
    std::string_view rest{};
    bool has_variant = false; // a Game that is not of chess
};
// Parses a line without its end. It is Unknown if it is damaged, incomplete, or of another version.
WaitingLine parse_waiting_line(std::string_view line);
// Reads a line of Kind::Game; nullopt if it is not a game of chess or of a variant with known
// rules.
std::optional<WaitingGame> read_waiting_game(const WaitingLine& line);

} // namespace polyglot::io
