#include "config/book_conditions.hpp"

#include "core/text/text.hpp"
#include "core/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace polyglot::config {
namespace {

using text::equal_ignoring_case;

// The names are in the order of Speed.
constexpr std::array<std::string_view, 4> speed_names{"bullet", "blitz", "rapid", "classical"};
constexpr std::string_view unknown_speed = "unknown";

// Returns the position after the character at `at`, to which the continuation bytes of UTF-8
// belong.
std::size_t after_character(std::string_view name, std::size_t at) {
    do
        ++at;
    while (at < name.size() && text::is_continuation_byte(name[at]));
    return at;
}

// Goes back to the last '*' only, which is enough, so that the time is at most the product of both
// lengths.
bool matches(std::string_view pattern, std::string_view name) {
    constexpr std::size_t none = std::string_view::npos;
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = none; // its position in the pattern
    std::size_t taken = 0;   // the end of the text in the name that it stands for
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = n;
        } else if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            n = after_character(name, n);
        } else if (p < pattern.size() && text::to_lower(pattern[p]) == text::to_lower(name[n])) {
            ++p;
            ++n;
        } else if (star != none) {
            p = star + 1;
            taken = after_character(name, taken);
            n = taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == none;
}

// Cuts the next piece up to one of `separators` off the text; returns false if none is left.
bool next_piece(std::string_view& rest, std::string_view separators, std::string_view& piece) {
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(separators), rest.size());
        piece = text::trim(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!piece.empty()) return true;
    }
    return false;
}

constexpr std::string_view between_patterns = ",";
constexpr std::string_view between_speeds = ", \t";

} // namespace

bool matches_any(std::string_view patterns, std::string_view name) {
    name = text::trim(name);
    bool included = false;
    bool all_exclude = true;
    std::string_view pattern;
    while (next_piece(patterns, between_patterns, pattern)) {
        if (pattern.starts_with('!')) {
            if (matches(text::trim(pattern.substr(1)), name)) return false;
            continue;
        }
        all_exclude = false;
        included = included || matches(pattern, name);
    }
    return included || all_exclude;
}

Speed classify(std::chrono::milliseconds base, std::chrono::milliseconds increment) {
    using std::chrono::seconds;
    const std::chrono::milliseconds estimate = base + 40 * increment;
    if (estimate < seconds(180)) return Speed::Bullet;
    if (estimate < seconds(480)) return Speed::Blitz;
    return estimate < seconds(1500) ? Speed::Rapid : Speed::Classical;
}

std::string_view name_of(Speed speed) {
    return speed_names.at(static_cast<std::size_t>(speed));
}

bool is_speed_list(std::string_view text) {
    std::string_view word;
    while (next_piece(text, between_speeds, word)) {
        const auto is_it = [word](std::string_view known) {
            return equal_ignoring_case(known, word);
        };
        if (!is_it(unknown_speed) && std::none_of(speed_names.begin(), speed_names.end(), is_it))
            return false;
    }
    return true;
}

bool matches_time(std::string_view list, const std::optional<TimeControl>& time) {
    if (text::trim(list).empty()) return true;
    const std::string_view speed =
        time ? name_of(classify(time->base, time->increment)) : unknown_speed;
    std::string_view word;
    while (next_piece(list, between_speeds, word))
        if (equal_ignoring_case(word, speed)) return true;
    return false;
}

} // namespace polyglot::config
