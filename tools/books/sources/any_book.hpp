// A book of any format, as text too, for commands that read moves and weights.
#pragma once
#include "core/result.hpp"
#include "storage/books/book_file.hpp"

#include <string>

namespace polyglot::tools {

// What io::open_book() opens, or a table (CSV, JSON) or PGN with weights as convert-book writes
// them, of at most 256 MiB: they are kept in memory. The error names the file.
Result<io::OpenedBook> open_any_book(const std::string& file, io::BookUse use);

} // namespace polyglot::tools
