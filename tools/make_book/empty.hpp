// Explains why make-book has nothing to write. An empty book or empty statistics never replace a
// file. Test: empty_test.cpp.
#pragma once
#include "tools/make_book/options.hpp"
#include "tools/make_book/report.hpp"

#include <string>

namespace polyglot::tools {

// Returns a sentence for the user that names the rules to relax. Call it if the book has no entry
// (report.entries) or the statistics have no move (report.moves).
std::string why_empty(const MakeBookOptions& options, const MakeBookReport& report);

} // namespace polyglot::tools
