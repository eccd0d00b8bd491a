// The header of a .bin book as one line of text, as tables have it (docs/convert-book.md).
#pragma once
#include "core/book/entry_table.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// The text that entries with book::header_key hold, whatever it is: \n for its line ends, \\ for a
// backslash, \xNN for other bytes that are not text. Padding with NUL at its end is left out.
std::string format_header_text(std::span<const book::RawEntry> entries);

// The same entries again. Returns nullopt if the text has another escape.
std::optional<std::vector<book::RawEntry>> parse_header_text(std::string_view text);

} // namespace polyglot::tools
