#include "core/pgn/tag.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::pgn {
namespace {

constexpr auto npos = std::string_view::npos;

constexpr bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
constexpr bool is_name_character(char c) {
    return is_letter(c) || text::is_digit(c) || c == '_' || c == '-' || c == '+' || c == '#' || c == '=' || c == ':';
}

// [Name and at least one blank: where the value stands, or npos.
std::size_t value_position(std::string_view line, std::size_t& name_length) {
    if (line.size() < 2 || line.front() != '[') return npos;
    std::size_t i = 1;
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t'))
        ++i;
    const std::size_t name = i;
    while (i < line.size() && is_name_character(line[i]))
        ++i;
    name_length = i - name;
    if (name_length == 0 || name_length > max_tag_name || !is_letter(line[name])) return npos;
    const std::size_t behind = i;
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t'))
        ++i;
    if (i == line.size() || (i == behind && line[i] != '"')) return npos; // [Event"x"] is common enough
    return i;
}

// The quote that ends a value beginning at `from`: the first, not escaped, with the bracket behind it.
std::size_t closing_quote(std::string_view line, std::size_t from) {
    for (std::size_t i = from; i < line.size(); ++i) {
        if (line[i] == '\\') {
            ++i;
        } else if (line[i] == '"') {
            std::size_t bracket = i + 1;
            while (bracket < line.size() && (line[bracket] == ' ' || line[bracket] == '\t'))
                ++bracket;
            if (bracket < line.size() && line[bracket] == ']') return i;
        }
    }
    return npos;
}

} // namespace

bool begins_tag(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t'))
        ++i;
    text.remove_prefix(i);
    std::size_t name_length = 0;
    const std::size_t value = value_position(text, name_length);
    return value != npos && text[value] == '"';
}

std::optional<RawTag> read_tag(std::string_view line, bool quotes_optional) {
    std::size_t name_length = 0;
    const std::size_t value = value_position(line, name_length);
    if (value == npos) return std::nullopt;
    const std::size_t name = line.find_first_not_of(" \t", 1);
    RawTag tag{line.substr(name, name_length), {}, line.size()};
    if (line[value] != '"') {
        if (!quotes_optional) return std::nullopt;
        const std::size_t bracket = line.find(']', value);
        tag.value = text::trim_right(line.substr(value, bracket == npos ? npos : bracket - value));
        if (bracket != npos) tag.length = bracket + 1;
        return tag;
    }
    if (const std::size_t quote = closing_quote(line, value + 1); quote != npos) {
        tag.value = line.substr(value + 1, quote - value - 1);
        tag.length = line.find(']', quote) + 1;
    } else {
        // Without quote, without bracket, or with a backslash before the quote that was not meant to escape it.
        const std::size_t last = line.rfind('"');
        tag.value = line.substr(value + 1, last > value ? last - value - 1 : npos);
        if (last == value) tag.value = tag.value.substr(0, tag.value.rfind(']'));
    }
    return tag;
}

std::string unescape_tag_value(std::string_view raw) {
    std::string value;
    value.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == '\\' && i + 1 < raw.size() && (raw[i + 1] == '"' || raw[i + 1] == '\\')) ++i;
        value += raw[i];
    }
    return value;
}

} // namespace polyglot::pgn
