// Converts between UTF-8 and the UTF-16 of names and texts on Windows. Test: utf16_test.cpp.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::text {

// Each byte that is not part of a UTF-8 character becomes U+FFFD. Windows allows names with half of
// a surrogate pair. Such a half is written as three bytes, which are read back as the half, so that
// every name survives the round trip.
std::u16string to_utf16(std::string_view utf8);
std::string to_utf8(std::u16string_view utf16);

} // namespace polyglot::text
