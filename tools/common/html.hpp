// Helps to write the pages of the commands.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::tools {

// Returns the text with the characters that have a meaning in HTML spelled as entities, for text
// and for attributes in quotes.
std::string html_escaped(std::string_view text);

// Returns the beginning of a page that needs no scripts and loads nothing, up to its heading. The
// style is CSS that follows what all such pages have: their font, and the colours --faint and
// --rule, light and dark.
std::string html_page_begin(std::string_view title, std::string_view style);
constexpr std::string_view html_page_end = "</body>\n</html>\n";

} // namespace polyglot::tools
