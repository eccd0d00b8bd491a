// Conversion within one format, entry by entry: it does not need the positions of the keys, so
// unreachable entries are kept, too.
#pragma once
#include "core/result.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/convert_book/report.hpp"

#include <functional>

namespace polyglot::tools {

// Whether this conversion needs no walk.
// A table's positions are written one by one, whether or not lines lead to them.
bool takes_places(const ConvertOptions& options, const ConvertSource& source);

bool is_copy(const ConvertOptions& options, const ConvertSource& source);

// keep_on: asked every few thousand entries; false ends it.
Result<void> copy_book(const ConvertOptions& options, const ConvertSource& source,
                       const BookWriter::Write& write, const std::function<bool()>& keep_on,
                       ConvertReport& report);

} // namespace polyglot::tools
