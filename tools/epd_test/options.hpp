// Reads the command line of epd-test, which has its own options and those of the adapter. Test:
// options_test.cpp.
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

// Returns the options, or the exit status if the command is already over (after help or a reported
// error).
std::variant<EpdOptions, int> read_epd_options(Arguments args,
                                               const std::filesystem::path& start_directory,
                                               std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
