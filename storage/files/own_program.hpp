// The file of the program that is running.
#pragma once
#include "core/result.hpp"

#include <filesystem>

namespace polyglot::io {

// Returns an absolute path without links. It is an error if the system does not provide it.
Result<std::filesystem::path> own_program();

} // namespace polyglot::io
