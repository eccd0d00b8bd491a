// Reads the options of `polyglot convert-book`. See docs/convert-book.md.
#pragma once
#include "tools/books/sources/convert_options.hpp"
#include "tools/common/commands.hpp"

#include <iosfwd>
#include <variant>

namespace polyglot::tools {

// Returns the options, or the exit status if the command is already over.
std::variant<ConvertOptions, int> read_convert_options(Arguments args, std::istream& in,
                                                       std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
