// What `polyglot make-config` is asked for.
#pragma once
#include "tools/common/commands.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace polyglot::tools {

enum class Runner { CutechessCli, Fastchess };

struct MakeConfigOptions {
    std::vector<std::string> engines; // commands, each in one argument
    std::filesystem::path folder;     // absolute; need not exist
    std::string book;                 // empty: none
    std::string store;                // empty: no results are kept
    Runner runner = Runner::CutechessCli;
    std::string time_control = "10+0.1";
    int rounds = 1;
    int concurrency = 1;
    bool log = false;
    bool force = false;
    std::vector<std::pair<std::string, std::string>> polyglot_options; // of [PolyGlot], valid
    std::vector<std::pair<std::string, std::string>> engine_options;   // of [Engine]
};

// Or the exit status, if the command is over. The files are relative to the folder in which the
// command runs.
std::variant<int, MakeConfigOptions>
read_make_config_options(Arguments args, const std::filesystem::path& directory, std::ostream& out,
                         std::ostream& err);

} // namespace polyglot::tools
