// Expands %NAME% in the paths of settings, which are environment variables on Windows (native.hpp).
// Test: path_variables_test.cpp.
#pragma once
#include "core/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::config {

using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// Replaces each %NAME% by the variable's value, and %% by %. A name begins with a letter or '_' and
// consists of letters, digits and "_()": ProgramFiles(x86). A '%' that begins no name stays. The
// error names the variable that is not set.
Result<std::string> expand_variables(std::string_view path, const Environment& environment);

// Returns the text that expand_variables() turns into this path.
std::string escape_variables(std::string_view path);

} // namespace polyglot::config
