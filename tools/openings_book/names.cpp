#include "tools/openings_book/names.hpp"

#include "core/openings/names.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

bool is_code(std::string_view text) {
    return text.size() == 3 && text[0] >= 'A' && text[0] <= 'E' && text::is_digit(text[1]) &&
           text::is_digit(text[2]);
}

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return result;
}

// Both texts must be in lower case.
bool matches_glob(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    // This is the position of the last star, and the end of its match.
    std::optional<std::pair<std::size_t, std::size_t>> star;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = {p++, t};
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star) {
            p = star->first + 1;
            t = ++star->second;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

} // namespace

std::optional<OpeningName> find_opening_name(const chess::Position& position) {
    const auto opening = openings::find_opening(position);
    if (!opening) return std::nullopt;
    return OpeningName{std::string(opening->code), std::string(opening->name)};
}

std::optional<OpeningName> name_along(const chess::Position& root,
                                      std::span<const chess::Move> line, const FindName& find) {
    chess::Position position = root;
    std::optional<OpeningName> last = find(position);
    for (const chess::Move move : line) {
        position.make(move);
        if (auto name = find(position)) last = std::move(name);
    }
    return last;
}

Result<NamePattern> NamePattern::parse(std::string_view text) {
    text = text::trim(text);
    if (text.empty()) return make_error("the name of an opening is empty");
    NamePattern pattern;
    const std::string codes = upper(text);
    const std::size_t dash = codes.find('-');
    const std::string first = codes.substr(0, dash);
    const std::string last = dash == std::string::npos ? first : codes.substr(dash + 1);
    if (!is_code(first) || !is_code(last)) {
        pattern.name_ = text::lower(openings::in_table_spelling(std::string(text)));
        return pattern;
    }
    if (last < first) return make_error("no ECO code is in the range " + codes);
    pattern.first_ = first;
    pattern.last_ = last;
    return pattern;
}

bool NamePattern::matches(const OpeningName& opening) const {
    if (name_.empty()) return first_ <= opening.code && opening.code <= last_;
    const std::string name = text::lower(openings::in_table_spelling(opening.name));
    if (name_.find_first_of("*?") != std::string::npos) return matches_glob(name_, name);
    return name == name_ ||
           (name.starts_with(name_) && (name[name_.size()] == ':' || name[name_.size()] == ','));
}

bool NameFilter::admits(const std::optional<OpeningName>& name) const {
    const auto matches = [&name](const NamePattern& pattern) {
        return name && pattern.matches(*name);
    };
    return (wanted.empty() || std::ranges::any_of(wanted, matches)) &&
           std::ranges::none_of(unwanted, matches);
}

} // namespace polyglot::tools
