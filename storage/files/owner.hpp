// The owner of a file.
#pragma once
#include <filesystem>

namespace polyglot::io {

// The file, or the one that a link leads to, is neither the user's nor the administrator's (root, who may do everything
// anyway). On Windows: false.
bool is_anothers(const std::filesystem::path& file);

} // namespace polyglot::io
