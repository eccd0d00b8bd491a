// Parses the values of tags and the literals that they are compared with.
#include "core/pgn/filter_node.hpp"
#include "core/text/text.hpp"

namespace polyglot::pgn {

std::optional<DottedNumber> read_dotted_number(std::string_view text) {
    constexpr std::string_view signs = "+-";
    DottedNumber number;
    std::size_t begin = 0;
    for (std::size_t part = 0;; ++part) {
        std::size_t end = begin;
        if (part == 0 && !text.empty() && signs.find(text.front()) != std::string_view::npos) ++end;
        const std::size_t digits = end;
        bool known = true;
        for (; end < text.size() && (text::is_digit(text[end]) || text[end] == '?'); ++end)
            known = known && text[end] != '?';
        if (end == digits) return std::nullopt;
        if (known && number.known == part && part < number.parts.size()) {
            const auto value = text::parse_int<std::int64_t>(text.substr(begin, end - begin));
            if (!value) return std::nullopt; // too large
            number.parts[part] = *value;
            number.known = part + 1;
        }
        if (end == text.size()) return number;
        const bool dated = part > 0 || end - begin == 4;
        if (text[end] != '.' && !(dated && (text[end] == '-' || text[end] == '/')))
            return std::nullopt;
        begin = end + 1;
    }
}

std::optional<double> read_number(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    double value = 0;
    double scale = 1;
    int digits = 0;
    bool after_dot = false;
    for (const char c : text) {
        if (c == '.' && !after_dot) {
            after_dot = true;
        } else {
            if (!text::is_digit(c) || ++digits > 15) return std::nullopt;
            value = value * 10 + (c - '0');
            if (after_dot) scale *= 10;
        }
    }
    if (digits == 0) return std::nullopt;
    return (negative ? -value : value) / scale;
}

bool is_unknown(std::string_view value) {
    return value.find_first_not_of("?-./ \t") == std::string_view::npos;
}

} // namespace polyglot::pgn
