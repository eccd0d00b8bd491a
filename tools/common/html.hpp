// Helps to write the pages of the commands.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::tools {

// Returns the text with the characters that have a meaning in HTML spelled as entities, for text
// and for attributes in quotes.
std::string html_escaped(std::string_view text);

} // namespace polyglot::tools
