// The file of the program that is running.
#pragma once
#include "core/result.hpp"

#include <filesystem>

namespace polyglot::io {

// Absolute, links followed. The error: the system does not say.
Result<std::filesystem::path> own_program();

} // namespace polyglot::io
