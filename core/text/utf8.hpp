// Text of unknown encoding, for what must be UTF-8.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace polyglot::text {

// How many bytes make up the UTF-8 character that the text begins with; 0: it begins with none. Overlong forms of three
// and more bytes and surrogates, which nobody writes, count as characters. The text must not be empty.
std::size_t utf8_length(std::string_view text);

// As UTF-8: every byte that is no part of a character is read as Latin-1, as old files are written in.
std::string to_utf8(std::string_view bytes);

} // namespace polyglot::text
