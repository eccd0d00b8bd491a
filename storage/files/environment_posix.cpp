#include "storage/files/environment.hpp"

#include <cstdlib>

namespace polyglot::io {

std::optional<std::string> environment_variable(const std::string& name) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the environment never changes
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

} // namespace polyglot::io
