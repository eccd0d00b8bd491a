// Variables of the environment, in UTF-8.
#pragma once
#include <optional>
#include <string>

namespace polyglot::io {

// nullopt if there is none of this name. (POSIX: its bytes as they are.)
std::optional<std::string> environment_variable(const std::string& name);

} // namespace polyglot::io
