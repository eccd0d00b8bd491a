// Which variant a book of statistics is of. Test:
// tests/unit/tools/books/variants/statistics_test.cpp.
#pragma once
#include "core/result.hpp"
#include "tools/make_book/options.hpp"

namespace polyglot::tools {

// Checks that all files of -from-stats are of the variant and the keys of the options. Without
// games and without -variant, the first file decides about both; without games and -keys, about the
// keys. Called before a book is made; the error names the file.
Result<void> settle_variant_of_stats(MakeBookOptions& options);

} // namespace polyglot::tools
