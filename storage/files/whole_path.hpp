// Paths made absolute by asking the system. Test: whole_path_test.cpp.
#pragma once
#include <filesystem>

namespace polyglot::io {

// Returns the path; a relative one begins at the current folder. Unchanged if the current folder is
// unknown, because it was removed.
std::filesystem::path whole_path(const std::filesystem::path& path);

// Returns the path with the links of the part that exists resolved, and without `.` and `..`. On
// Windows, links on shares are not resolved, because std::filesystem cannot find them there.
std::filesystem::path resolved_path(const std::filesystem::path& path);

} // namespace polyglot::io
