// Makes text of unknown encoding fit for output that must be UTF-8. Test: utf8_test.cpp.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace polyglot::text {

// True for a byte of a character that is not its first.
constexpr bool is_continuation_byte(char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

// Returns the number of bytes of the UTF-8 character with which the text begins; 0 if it does not
// begin with one. The text must not be empty.
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

// Returns the text for a comparison that ignores case: letters of ASCII, Latin-1, Latin Extended-A,
// Greek and Cyrillic become small. Other bytes, and those that are not UTF-8, stay.
std::string fold_case(std::string_view text);

// Returns the beginning of the text, at most this many bytes, that ends with a whole character.
std::string_view first_bytes(std::string_view text, std::size_t most);

// Returns arbitrary bytes as text that may be shown: UTF-8, read as Latin-1 where invalid, with ?
// for control characters.
std::string shown_text(std::string_view bytes);
// Does the same for text of several lines: line ends and tabs stay.
std::string shown_lines(std::string_view bytes);
// Does the same for one line of text: tabs stay, line ends are shown as ?.
std::string shown_line(std::string_view bytes);

} // namespace polyglot::text
