// The conditions under which a [Book NAME] is asked: the opponent and the time control. Test:
// book_conditions_test.cpp.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::config {

// Returns whether a name matches BookSettings::opponent: patterns separated by commas, with '*' for
// any text and '?' for one character (of UTF-8, or one byte that is not valid UTF-8). ASCII case
// and blanks around a pattern are ignored. "!pattern" excludes and overrides all others; a list of
// exclusions only matches every other name. An empty list matches all names. An unknown name is
// empty, which "*" matches and "?*" does not.
bool matches_any(std::string_view patterns, std::string_view name);

// The time of one side for all moves, and its increment for each.
struct TimeControl {
    std::chrono::milliseconds base{};
    std::chrono::milliseconds increment{};
};

enum class Speed : std::uint8_t { Bullet, Blitz, Rapid, Classical };

// Classifies as Lichess does, by the estimated time for 40 moves (https://lichess.org/faq, "How are
// Bullet, Blitz and other time controls decided?"): base + 40 * increment is below 3 minutes, 8
// minutes, 25 minutes, or more.
Speed classify(std::chrono::milliseconds base, std::chrono::milliseconds increment);
std::string_view name_of(Speed speed); // "bullet", the spelling of TimeControl

// Returns whether a text is a value of TimeControl: such names and `unknown`, in any case,
// separated by blanks or commas; or empty.
bool is_speed_list(std::string_view text);
// Returns whether the speed of the game is in the list, or `unknown` is, if it is not known. An
// empty list means all. Other words are ignored.
bool matches_time(std::string_view list, const std::optional<TimeControl>& time);

} // namespace polyglot::config
