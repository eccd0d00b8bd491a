#include "core/pgn/move_clock.hpp"

#include "core/text/text.hpp"

#include <cstddef>

namespace polyglot::pgn {
namespace {

constexpr std::uint64_t longest = 1'000'000'000; // of a number; more is no time

// Takes digits from the beginning of the text; nullopt if there are none, or too many.
std::optional<std::uint64_t> take_whole(std::string_view& text) {
    std::uint64_t number = 0;
    std::size_t digits = 0;
    for (; !text.empty() && text::is_digit(text.front()); text.remove_prefix(1), ++digits) {
        number = 10 * number + static_cast<std::uint64_t>(text.front() - '0');
        if (number > longest) return std::nullopt;
    }
    return digits > 0 ? std::optional(number) : std::nullopt;
}

// Takes the milliseconds of a fraction of a second: ".5".
std::uint64_t take_fraction(std::string_view& text) {
    if (text.size() < 2 || text.front() != '.' || !text::is_digit(text[1])) return 0;
    text.remove_prefix(1);
    std::uint64_t ms = 0;
    for (std::uint64_t unit = 100; !text.empty() && text::is_digit(text.front()); unit /= 10) {
        ms += unit * static_cast<std::uint64_t>(text.front() - '0');
        text.remove_prefix(1);
    }
    return ms;
}

// Takes 1:02:03.5, 02:03 or, as `unit` milliseconds each, a number alone.
std::optional<std::uint64_t> take_time(std::string_view& text, std::uint64_t unit) {
    auto number = take_whole(text);
    if (!number) return std::nullopt;
    if (!text.starts_with(':')) return *number * unit + (unit == 1000 ? take_fraction(text) : 0);
    std::uint64_t seconds = *number;
    while (text.starts_with(':')) {
        text.remove_prefix(1);
        number = take_whole(text);
        if (!number || seconds > longest) return std::nullopt;
        seconds = 60 * seconds + *number;
    }
    return 1000 * seconds + take_fraction(text);
}

std::optional<std::uint64_t> time_after(std::string_view comment, std::string_view name,
                                        std::uint64_t unit) {
    const std::size_t at = comment.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = text::trim_left(comment.substr(at + name.size()));
    return take_time(rest, unit);
}

// Takes what follows the depth in "+0.31/14 1.2s" or "-M5/30 2s".
std::optional<std::uint64_t> time_of_search(std::string_view comment) {
    std::string_view rest = comment;
    const std::string_view value = text::next_word(rest);
    const std::size_t slash = value.find('/');
    const bool is_value = !value.empty() && text::is_one_of(value.front(), "+-0123456789M#");
    if (!is_value || slash == std::string_view::npos) return std::nullopt;
    std::string_view word = text::next_word(rest);
    const auto used = take_time(word, 1000);
    return used && word.starts_with('s') ? used : std::nullopt;
}

} // namespace

MoveClock read_move_clock(std::string_view comment) {
    MoveClock clock;
    clock.left_ms = time_after(comment, "[%clk ", 1000);
    if (!clock.left_ms) clock.left_ms = time_after(comment, " tl=", 1);
    clock.used_ms = time_after(comment, "[%emt ", 1000);
    if (!clock.used_ms) clock.used_ms = time_after(comment, " mt=", 1);
    if (!clock.used_ms) clock.used_ms = time_of_search(comment);
    return clock;
}

} // namespace polyglot::pgn
