// When a [Book NAME] is asked: against whom, and with how much time.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::config {

// Whether a name matches BookSettings::opponent: patterns separated by commas, '*' for any text and '?' for one
// character (of UTF-8, or one byte that is not valid UTF-8). ASCII case and blanks around a pattern are ignored.
// "!pattern" excludes and overrides all others; a list of exclusions only matches every other name. No pattern matches
// all. An unknown name is the empty one, which "*" matches and "?*" does not.
bool matches_any(std::string_view patterns, std::string_view name);

// Time for all moves of one side, and what it gets for each.
struct TimeControl {
    std::chrono::milliseconds base{};
    std::chrono::milliseconds increment{};
};

enum class Speed : std::uint8_t { Bullet, Blitz, Rapid, Classical };

// By how long a player may think in a game of 40 moves, as Lichess estimates it (https://lichess.org/faq, "How are
// Bullet, Blitz and other time controls decided?"): base + 40 * increment below 3 minutes, 8 minutes, 25 minutes, or
// more.
Speed classify(std::chrono::milliseconds base, std::chrono::milliseconds increment);
std::string_view name_of(Speed speed); // "bullet", as TimeControl spells it

// Whether a text is a value of TimeControl: such names and `unknown`, in any case, with blanks or commas between them,
// or nothing.
bool is_speed_list(std::string_view text);
// Whether the speed of such a game is in the list, or `unknown`, if it is not known; an empty list means all. Other
// words are ignored.
bool matches_time(std::string_view list, const std::optional<TimeControl>& time);

} // namespace polyglot::config
