// Small text helpers for all parsers. They use no locale, and allocate only if the result needs it.
// Test: text_test.cpp.
#pragma once
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::text {

constexpr bool is_blank(char c) {
    // \t \n \v \f \r are consecutive. This function is called for every character of every line.
    return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}
constexpr bool is_one_of(char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
}
constexpr char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr char to_upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

constexpr std::string_view trim_left(std::string_view s) {
    while (!s.empty() && is_blank(s.front()))
        s.remove_prefix(1);
    return s;
}
constexpr std::string_view trim_right(std::string_view s) {
    while (!s.empty() && is_blank(s.back()))
        s.remove_suffix(1);
    return s;
}
constexpr std::string_view trim(std::string_view s) {
    return trim_left(trim_right(s));
}

// Removes the prefix from the text. Returns false if the text begins differently.
constexpr bool cut_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

// Removes the first word from rest and returns it; empty if there is no word left. Blanks separate
// words.
constexpr std::string_view next_word(std::string_view& rest) {
    rest = trim_left(rest);
    std::size_t n = 0;
    while (n < rest.size() && !is_blank(rest[n]))
        ++n;
    const std::string_view word = rest.substr(0, n);
    rest.remove_prefix(n);
    return word;
}

// Compares ASCII letters only, as in option names and keywords.
constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (to_lower(a[i]) != to_lower(b[i])) return false;
    return true;
}
std::string lower(std::string_view s);

// Parses the whole text as a number in base 10 with an optional sign; nullopt if it is not a number
// or does not fit.
template <std::integral T>
std::optional<T> parse_int(std::string_view s) {
    if (s.size() > 1 && s.front() == '+' && is_digit(s[1])) s.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
    if (error != std::errc{} || end != s.data() + s.size()) return std::nullopt;
    return value;
}

// Parses a bit mask, in decimal or as 0x…; nullopt if it is neither.
std::optional<std::uint64_t> parse_mask(std::string_view s);

// Parses true yes 1 on / false no 0 off, in any case; nullopt for any other text.
std::optional<bool> parse_bool(std::string_view s);

// Formats 250 milliseconds as "0.25 s".
std::string format_seconds(int ms);

// Returns the text in quotes, cut at 200 bytes, so that a message stays one readable line.
std::string quote(std::string_view text);

// Returns the text on one line: each control character becomes a blank.
std::string without_controls(std::string text);

// Returns the number of single-character edits and swaps of neighbours between two texts, ASCII
// case ignored, for "did you mean …?".
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns the known word from which `word` differs by at most two letters, and by at most half of
// its letters; empty if there is none.
std::string_view find_nearest(std::string_view word, std::span<const std::string_view> known);

// Wraps the words of a text that begins in this column into lines of at most `columns`, unless a
// word is longer. The lines after the first are indented to the column.
std::string wrap(std::string_view text, std::size_t column, std::size_t columns);

} // namespace polyglot::text
