// When a [Book NAME] is asked: against whom, and with how much time.
#pragma once
#include <chrono>
#include <cstdint>
#include <string_view>

namespace polyglot::config {

// Whether a name is among those that BookSettings::opponent describes: patterns with commas between them, '*' for any
// text and '?' for one character (of UTF-8, or one byte of what is none), ASCII case ignored, blanks around a pattern
// ignored. "!pattern" excludes and beats all others; with nothing but such, everyone else is meant. No pattern: anyone.
// A name that is not known is the empty one, which "*" means and "?*" does not.
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

// Whether a text is a value of TimeControl: such names, in any case, with blanks or commas between them, or nothing.
bool is_speed_list(std::string_view text);
// Whether the speed of such a game is in the list; an empty list means all. What is no speed is ignored.
bool matches_time(std::string_view list, const TimeControl& time);

} // namespace polyglot::config
