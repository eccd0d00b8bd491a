#include "adapter/engine/path_names.hpp"

#include <array>
#include <cstddef>
#include <ctime>
#include <string>
#include <unistd.h>

namespace polyglot::io {

config::PathNames path_names(const config::Settings& settings) {
    const std::time_t now = std::time(nullptr);
    std::tm day{};
    ::localtime_r(&now, &day);
    std::array<char, 32> date{};
    const std::size_t size = std::strftime(date.data(), date.size(), "%Y-%m-%d", &day);
    return {.engine = config::engine_path_name(settings),
            .pid = std::to_string(::getpid()),
            .date = std::string(date.data(), size)};
}

} // namespace polyglot::io
