// Converts within one format, entry by entry. The positions of the keys are not needed, so that
// unreachable entries are kept, too.
#pragma once
#include "core/result.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/convert_book/report.hpp"

#include <functional>

namespace polyglot::tools {

// Returns whether the positions of a table are written one by one, whether or not lines lead to
// them.
bool takes_places(const ConvertOptions& options, const ConvertSource& source);

// Returns whether this conversion needs no walk.
bool is_copy(const ConvertOptions& options, const ConvertSource& source);

// keep_on is called every few thousand entries; if it returns false, the copying ends.
Result<void> copy_book(const ConvertOptions& options, const ConvertSource& source,
                       const BookWriter::Write& write, const std::function<bool()>& keep_on,
                       ConvertReport& report);

} // namespace polyglot::tools
