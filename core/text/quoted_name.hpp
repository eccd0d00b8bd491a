// Writes a name of any bytes as a word in a line of text, and reads it back. Test:
// quoted_name_test.cpp.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::text {

// Formats as `"a \"name\""`: in quotes, with '\' before a quote and a '\', and "\n" for a line end.
std::string quote_name(std::string_view name);
// Cuts a quoted name off the beginning of the text; nullopt if there is none.
std::optional<std::string> parse_name(std::string_view& text);

} // namespace polyglot::text
