// Provides the environment variables that paths in settings refer to.
#pragma once
#include "config/native.hpp"
#include "config/path_variables.hpp"
#include "storage/files/environment.hpp"

namespace polyglot::tools {

// Returns an empty environment on systems whose paths have no variables.
inline config::Environment path_environment() {
    return config::native_dialect().variables ? config::Environment(io::environment_variable)
                                              : config::Environment();
}

} // namespace polyglot::tools
