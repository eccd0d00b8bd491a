// The arguments with which the program was started.
#pragma once
#include <string>
#include <vector>

namespace polyglot::cli {

// Returns the arguments of main() without the program's name. On Windows they are in UTF-8,
// although main() gets them in the code page; on POSIX systems the bytes are unchanged.
std::vector<std::string> command_line_arguments(int argc, const char* const* argv);

} // namespace polyglot::cli
