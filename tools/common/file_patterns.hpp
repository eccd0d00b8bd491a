// Patterns such as *.pgn in file arguments. Test: file_patterns_test.cpp.
#pragma once
#include <string>
#include <vector>

namespace polyglot::tools {

// Returns the files that match a pattern with `*` or `?` in its last name, in the order of their
// names; the argument itself if it is no pattern, or if no file matches.
std::vector<std::string> match_files(const std::string& argument);

// Does this if the system's shell leaves it to programs, as on Windows; else returns the argument.
std::vector<std::string> expand_argument(const std::string& argument);

} // namespace polyglot::tools
