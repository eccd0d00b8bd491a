#include "adapter/cli/arguments.hpp"

namespace polyglot::cli {

std::vector<std::string> command_line_arguments(int argc, const char* const* argv) {
    return argc > 0 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>();
}

} // namespace polyglot::cli
