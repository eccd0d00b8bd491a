// The text of an ini file, which may come from anywhere.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace polyglot::config {

// Nothing if there is no such file. The reason, without the file's name, if it cannot be read, is no regular file (a
// pipe would be waited for, a device may never end), or is larger than any settings are: 1 MiB.
Result<std::optional<std::string>> read_ini_file(const std::filesystem::path& file);

} // namespace polyglot::config
