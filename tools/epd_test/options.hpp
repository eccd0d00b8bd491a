// The command line of epd-test: its own options among those of the adapter.
#pragma once
#include "tools/common/commands.hpp"
#include "tools/engines/runner.hpp"
#include "tools/engines/search.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <variant>

namespace polyglot::tools {

struct EpdOptions {
    std::string file = "wac.epd"; // PolyGlot's default; "-": standard input
    SearchLimits limits;
    EpdEngines engines;
    std::string json; // file, "-" for standard output, or empty
    std::string csv;
};

// Or the exit status, if the command is already over (help; wrong use, which has been reported).
std::variant<EpdOptions, int> read_epd_options(Arguments args,
                                               const std::filesystem::path& start_directory,
                                               std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
