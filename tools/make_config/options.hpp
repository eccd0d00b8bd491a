// Reads the options of `polyglot make-config`.
#pragma once
#include "core/chess/variants/variant.hpp"
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
    std::string book;                 // empty if there is none
    // That the book names, or that is given; null for chess.
    const chess::Variant* variant = nullptr;
    std::string store; // empty if no results are kept
    Runner runner = Runner::CutechessCli;
    std::string time_control = "10+0.1";
    int rounds = 1;
    int concurrency = 1;
    bool log = false;
    bool force = false;
    std::vector<std::pair<std::string, std::string>> polyglot_options; // for [PolyGlot], valid
    std::vector<std::pair<std::string, std::string>> engine_options;   // for [Engine]
};

// Returns the options, or the exit status if the command is already over. Relative files refer to
// `directory`, in which the command runs.
std::variant<int, MakeConfigOptions>
read_make_config_options(Arguments args, const std::filesystem::path& directory, std::ostream& out,
                         std::ostream& err);

} // namespace polyglot::tools
