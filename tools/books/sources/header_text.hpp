// Formats the header of a .bin book as one line of text for tables (docs/convert-book.md).
#pragma once
#include "core/book/entry_table.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// Returns the text that entries with book::header_key hold, whatever its content: \n stands for a
// line end, \\ for a backslash and \xNN for another byte that is not text. NUL padding at the end
// is left out.
std::string format_header_text(std::span<const book::RawEntry> entries);

// Returns the entries that hold this text, or nullopt if the text has another escape.
std::optional<std::vector<book::RawEntry>> parse_header_text(std::string_view text);

} // namespace polyglot::tools
