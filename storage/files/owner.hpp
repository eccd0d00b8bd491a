// The owner of a file.
#pragma once
#include <filesystem>

namespace polyglot::io {

// Returns true if the file, or the one to which a link leads, belongs neither to the user nor to
// the administrator (root, who may do everything anyway). Always false on Windows.
bool is_anothers(const std::filesystem::path& file);

} // namespace polyglot::io
