// What the program was started with.
#pragma once
#include <string>
#include <vector>

namespace polyglot::cli {

// The arguments of main() without the program's name. Windows: in UTF-8, whatever the code page that main() would get
// them in. POSIX: the bytes as they are.
std::vector<std::string> command_line_arguments(int argc, const char* const* argv);

} // namespace polyglot::cli
