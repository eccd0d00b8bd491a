// Why make-book has nothing to write: an empty book or empty statistics never take the place of a
// file.
#pragma once
#include "tools/make_book/options.hpp"
#include "tools/make_book/report.hpp"

#include <string>

namespace polyglot::tools {

// A sentence for the user that names the rules to loosen. Call it when the book has no entry
// (report.entries) or the statistics have no move (report.moves).
std::string why_empty(const MakeBookOptions& options, const MakeBookReport& report);

} // namespace polyglot::tools
