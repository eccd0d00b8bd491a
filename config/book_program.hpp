// BookFile = |command: a book that is a program, which answers positions (docs/program-books.md).
// It is named in the config file or on the command line only. Test: book_program_test.cpp.
#pragma once
#include "core/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// Returns true if the value of BookFile or File names a program.
bool is_program(std::string_view book_file);

// Returns the program and its arguments; the same rules as for EngineCommand hold.
Result<std::vector<std::string>> program_words(std::string_view book_file);

// The reason why a value of a peer, or of a file that a peer may have had written, is refused.
std::string why_no_program(std::string_view option);

} // namespace polyglot::config
