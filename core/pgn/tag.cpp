#include "core/pgn/tag.hpp"

#include "core/pgn/lines.hpp"
#include "core/text/byte_search.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::pgn {
namespace {

constexpr bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
constexpr std::array<bool, 256> make_name_characters() {
    std::array<bool, 256> table{};
    for (std::size_t c = 0; c < 128; ++c)
        table[c] = is_letter(static_cast<char>(c)) || text::is_digit(static_cast<char>(c));
    for (const char c : std::string_view("_-+#=:"))
        table[static_cast<unsigned char>(c)] = true;
    return table;
}
constexpr std::array<bool, 256> name_characters = make_name_characters();
constexpr bool is_name_character(char c) {
    return name_characters[static_cast<unsigned char>(c)];
}

// Parses `[Name` and the blanks after it. Returns the position of the value, or npos if this is not
// a tag. Blanks may be absent only before a quote.
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
    const std::size_t after = i;
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t'))
        ++i;
    if (i == line.size() || line[i] == '\n' || line[i] == '\r') return npos;
    if (i == after && line[i] != '"') return npos; // [Name"x"] occurs often
    return i;
}

// Returns the quote that ends a value beginning at `from`: the first unescaped quote of the line
// that is followed by a bracket; npos if the line has no such quote.
std::size_t closing_quote(std::string_view line, std::size_t from) {
    for (std::size_t i = from; i < line.size(); ++i) {
        i = text::find_byte<'"', '\\', '\n', '\r'>(line, i);
        if (i == line.size() || line[i] == '\n' || line[i] == '\r') break;
        if (line[i] == '\\' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\\')) {
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

std::size_t header_line(std::string_view text, std::size_t bracket) {
    std::size_t begin = bracket;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
        --begin;
    return begins_line(text, begin) && begins_tag(text.substr(bracket)) ? begin : npos;
}

std::optional<RawTag> read_tag(std::string_view text, bool quotes_optional) {
    std::size_t name_length = 0;
    const std::size_t value = value_position(text, name_length);
    if (value == npos || (text[value] != '"' && !quotes_optional)) return std::nullopt;
    const std::string_view name = text.substr(text.find_first_not_of(" \t", 1), name_length);
    // The end of the line is searched only if the tag is malformed and takes the whole line: a line
    // may be very long and contain many tags.
    if (text[value] != '"') {
        const std::size_t end = std::min(text.find_first_of("]\r\n", value), text.size());
        const bool closed = end < text.size() && text[end] == ']';
        return RawTag{name, text::trim_right(text.substr(value, end - value)),
                      closed ? end + 1 : end};
    }
    if (const std::size_t quote = closing_quote(text, value + 1); quote != npos)
        return RawTag{name, text.substr(value + 1, quote - value - 1), text.find(']', quote) + 1};
    // Malformed: the closing quote or the bracket is missing, or a backslash before the quote was
    // not meant as an escape.
    const std::string_view line = text.substr(0, text.find_first_of("\r\n", value));
    std::size_t end = line.rfind('"');
    if (end == value) end = line.rfind(']');
    return RawTag{name, line.substr(value + 1, end == npos ? npos : end - value - 1), line.size()};
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
