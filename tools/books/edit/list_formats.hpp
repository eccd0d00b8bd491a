// The table of formats, for `polyglot help formats`.
#pragma once
#include <string>

namespace polyglot::tools {

// A line for each format: its name, the endings of its files, what polyglot can do with it, and the
// page about it.
std::string list_formats();

} // namespace polyglot::tools
