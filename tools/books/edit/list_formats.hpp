// Lists the table of formats for `polyglot help formats`.
#pragma once
#include <string>

namespace polyglot::tools {

// Returns one line for each format: its name, its file extensions, its supported operations and its
// documentation page.
std::string list_formats();

} // namespace polyglot::tools
