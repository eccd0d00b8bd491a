// Opens a book of any format, including text formats, for commands that read moves and weights.
#pragma once
#include "core/chess/variants/variant.hpp"
#include "core/result.hpp"
#include "storage/books/book_file.hpp"

#include <string>

namespace polyglot::tools {

// Opens what io::open_book() opens, and also a store of grow-book, or a table (CSV, JSON) or PGN
// with weights as convert-book writes them. Text files are kept in memory and are limited to 256
// MiB. A book that names a variant is an error, unless takes_variants states that the caller knows
// its rules. The error names the file.
Result<io::OpenedBook> open_any_book(const std::string& file, io::BookUse use,
                                     bool takes_variants = false);

// Does what variant_of_book() does, also for statistics, and for a table (CSV, JSON) of a variant's
// book.
const chess::Variant* variant_of_any_book(const std::string& file, const chess::Variant* given);

} // namespace polyglot::tools
