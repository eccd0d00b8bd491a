#include "core/text/wildcards.hpp"

#include "core/text/text.hpp"

#include <cstddef>

namespace polyglot::text {
namespace {

// Returns the number of bytes of the first character; 1 if the text is not UTF-8.
std::size_t first_character(std::string_view text) {
    std::size_t length = 1;
    const auto is_continuation = [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) == 0x80;
    };
    while (length < text.size() && is_continuation(text[length]))
        ++length;
    return length;
}

} // namespace

bool matches_wildcards(std::string_view pattern, std::string_view name) {
    // After the last star: what is to match, and where its match may begin. An earlier star never
    // has to take more characters.
    std::string_view after_star, begin;
    bool has_star = false;
    while (!name.empty()) {
        if (!pattern.empty() && pattern.front() == '*') {
            pattern.remove_prefix(1);
            after_star = pattern;
            begin = name;
            has_star = true;
        } else if (!pattern.empty() && pattern.front() == '?') {
            pattern.remove_prefix(1);
            name.remove_prefix(first_character(name));
        } else if (!pattern.empty() && to_lower(pattern.front()) == to_lower(name.front())) {
            pattern.remove_prefix(1);
            name.remove_prefix(1);
        } else if (has_star) {
            begin.remove_prefix(first_character(begin));
            pattern = after_star;
            name = begin;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*') == std::string_view::npos;
}

} // namespace polyglot::text
