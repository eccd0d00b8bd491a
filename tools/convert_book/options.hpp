// The options of `polyglot convert-book`. docs/convert-book.md.
#pragma once
#include "tools/books/sources/convert_options.hpp"
#include "tools/common/commands.hpp"

#include <iosfwd>
#include <variant>

namespace polyglot::tools {

// Or the exit status when the command is over already.
std::variant<ConvertOptions, int> read_convert_options(Arguments args, std::istream& in,
                                                       std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
