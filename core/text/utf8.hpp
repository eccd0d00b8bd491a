// Text of unknown encoding, for what must be UTF-8.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace polyglot::text {

// A byte of a character that is not its first.
constexpr bool is_continuation_byte(char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

// How many bytes make up the UTF-8 character that the text begins with; 0: it begins with none. The
// text must not be empty.
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

// Arbitrary bytes as text that may be shown: UTF-8, read as Latin-1 where invalid, with ? for
// control characters.
std::string shown_text(std::string_view bytes);
// The same of text with line ends and tabs, which stay.
std::string shown_lines(std::string_view bytes);
// The same of one line of text: tabs stay, line ends are shown as ?.
std::string shown_line(std::string_view bytes);

} // namespace polyglot::text
