#include "core/pgn/tag_facts.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace polyglot::pgn {
namespace {

constexpr std::array<std::string_view, 3> dates{"Date", "UTCDate", "EventDate"};

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
    for (const std::string_view name : dates)
        if (const unsigned year = leading_number(tags.find(name), 4); year > 999) return year;
    return 0;
}

unsigned date_of(const Tags& tags) {
    for (const std::string_view name : dates) {
        const std::string_view value = text::trim_left(tags.find(name));
        const unsigned year = leading_number(value, 4);
        if (year <= 999) continue;
        std::string_view rest = value;
        const auto next = [&rest](unsigned most) {
            rest = rest.substr(std::min(rest.find_first_of("./-"), rest.size()));
            if (!rest.empty()) rest.remove_prefix(1);
            const unsigned number = leading_number(rest, 2);
            return number <= most ? number : 0;
        };
        const unsigned month = next(12), day = next(31);
        return 10'000 * year + 100 * month + day;
    }
    return 0;
}

} // namespace polyglot::pgn
