// Writes the compiled-in starter book to a file for make-book -starter (docs/starter-book.md).
#pragma once
#include <filesystem>
#include <iosfwd>

namespace polyglot::tools {

// Returns the exit status.
int write_starter(const std::filesystem::path& file, std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
