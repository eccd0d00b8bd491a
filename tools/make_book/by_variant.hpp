// make-book -by-variant: one book, or statistics, for each variant of the games.
#pragma once
#include "tools/make_book/options.hpp"

#include <filesystem>
#include <functional>
#include <istream>
#include <ostream>

namespace polyglot::tools {

// Returns BOOK-crazyhouse.bin for BOOK.bin; null is chess.
std::filesystem::path name_for(const std::filesystem::path& output, const chess::Variant* variant);

// Looks at the tags of all games and at the files of -from-stats, and then calls make with the
// options of each variant's book, so that the games are read once for each variant. A book that
// fails leaves the others alone. Returns the first exit status that is not 0, or the one that says
// that the user interrupts.
int make_books_by_variant(MakeBookOptions options, std::istream& in, std::ostream& err,
                          const std::function<int(MakeBookOptions&)>& make);

} // namespace polyglot::tools
