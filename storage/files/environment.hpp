// Reads environment variables, in UTF-8.
#pragma once
#include <optional>
#include <string>

namespace polyglot::io {

// Returns nullopt if there is no variable of this name. On POSIX systems its bytes are unchanged.
std::optional<std::string> environment_variable(const std::string& name);

} // namespace polyglot::io
