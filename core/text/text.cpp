#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

namespace polyglot::text {

std::string lower(std::string_view s) {
    std::string result(s);
    std::ranges::transform(result, result.begin(), to_lower);
    return result;
}

std::optional<std::uint64_t> parse_mask(std::string_view s) {
    const bool hex = s.starts_with("0x") || s.starts_with("0X");
    if (!hex) return parse_int<std::uint64_t>(s);
    s.remove_prefix(2);
    std::uint64_t mask = 0;
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), mask, 16);
    if (error != std::errc{} || end != s.data() + s.size()) return std::nullopt;
    return mask;
}

std::optional<bool> parse_bool(std::string_view s) {
    constexpr std::array<std::string_view, 4> yes{"true", "yes", "1", "on"};
    constexpr std::array<std::string_view, 4> no{"false", "no", "0", "off"};
    const auto is = [s](std::string_view word) { return equal_ignoring_case(s, word); };
    if (std::ranges::any_of(yes, is)) return true;
    if (std::ranges::any_of(no, is)) return false;
    return std::nullopt;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // row[j] is the distance between the first i characters of a and the first j of b; above and
    // two_above are the rows of i - 1 and i - 2.
    std::vector<std::size_t> two_above;
    std::vector<std::size_t> above;
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    const auto same = [](char x, char y) { return to_lower(x) == to_lower(y); };
    for (std::size_t i = 1; i <= a.size(); ++i) {
        two_above = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0U : 1U), above[j] + 1,
                               row[j - 1] + 1});
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[j] = std::min(row[j], two_above[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string_view find_nearest(std::string_view word, std::span<const std::string_view> known) {
    std::string_view nearest;
    std::size_t least = 3;
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance >= least || 2 * distance > std::min(word.size(), candidate.size())) continue;
        least = distance;
        nearest = candidate;
    }
    return nearest;
}

std::string wrap(std::string_view text, std::size_t column, std::size_t columns) {
    std::string wrapped;
    std::size_t at = column;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        if (at > column && at + 1 + word.size() > columns) {
            wrapped += '\n' + std::string(column, ' ');
            at = column;
        } else if (at > column) {
            wrapped += ' ';
            ++at;
        }
        wrapped += word;
        at += word.size();
    }
    return wrapped;
}

std::string format_seconds(int ms) {
    std::string result = std::to_string(ms / 1000);
    if (ms % 1000 != 0) result += "." + std::to_string(1000 + ms % 1000).substr(1, 3);
    while (ms % 1000 != 0 && result.ends_with('0'))
        result.pop_back();
    return result + " s";
}

std::string quote(std::string_view text) {
    constexpr std::size_t longest = 200;
    return "'" + std::string(text.substr(0, longest)) + (text.size() > longest ? "…'" : "'");
}

std::string without_controls(std::string text) {
    std::ranges::replace_if(text, is_control, ' ');
    return text;
}

} // namespace polyglot::text
