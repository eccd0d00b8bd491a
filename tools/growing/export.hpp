// Writes a grown book in the formats that programs read.
#pragma once
#include "core/book/grow/grown_book.hpp"
#include "core/result.hpp"
#include "tools/books/sources/convert_options.hpp"
#include "tools/books/writers/writer.hpp"

#include <functional>
#include <string>
#include <vector>

namespace polyglot::tools {

using book::GrownBook;
using book::GrownRules;

// Writes the book to a file of this format. store is a name for the header. The error names the
// file.
Result<WrittenCounts> write_grown_book(const book::GrowGraph& graph,
                                       const std::vector<chess::Position>& roots,
                                       const GrownRules& rules, const std::string& store,
                                       const std::string& file, BookTarget target);

} // namespace polyglot::tools
