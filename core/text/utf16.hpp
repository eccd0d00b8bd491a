// UTF-16, in which Windows keeps its names and texts.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::text {

// Each byte that is not part of a UTF-8 character becomes U+FFFD. Windows allows names with half of
// a surrogate pair: such a half is three bytes here, which are read back as the half, so that every
// name survives the way there and back.
std::u16string to_utf16(std::string_view utf8);
std::string to_utf8(std::u16string_view utf16);

} // namespace polyglot::text
