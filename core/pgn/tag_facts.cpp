#include "core/pgn/tag_facts.hpp"

#include "core/text/text.hpp"

namespace polyglot::pgn {
namespace {

unsigned leading_number(std::string_view s, std::size_t most_digits) {
    s = text::trim_left(s);
    unsigned value = 0;
    for (std::size_t i = 0; i < s.size() && i < most_digits && text::is_digit(s[i]); ++i)
        value = 10 * value + static_cast<unsigned>(s[i] - '0');
    return value;
}

} // namespace

unsigned elo_of(const Tags& tags, std::string_view name) {
    return leading_number(tags.find(name), 5);
}

unsigned year_of(const Tags& tags) {
    for (const std::string_view name : {"Date", "UTCDate", "EventDate"})
        if (const unsigned year = leading_number(tags.find(name), 4); year > 999) return year;
    return 0;
}

} // namespace polyglot::pgn
