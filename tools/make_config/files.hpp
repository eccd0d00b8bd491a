// The texts that `polyglot make-config` writes. All paths in them are absolute or relative to their
// folder, where the runner starts polyglot.
#pragma once
#include "tools/engines/ask_engines.hpp"
#include "tools/make_config/options.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

constexpr std::string_view common_file = "common.ini";
constexpr std::string_view json_file = "engines.json"; // of cutechess

struct TournamentEngine {
    EngineAnswer answer;
    std::string name;      // no other engine of the tournament has it
    std::string file;      // its ini, in the folder
    std::string command;   // EngineCommand
    std::string directory; // EngineDir
};

// Sets name and file of all engines by what they call themselves; the second "Toga" is "Toga 2". An
// engine without a name has that of its program.
void name_engines(std::vector<TournamentEngine>& engines,
                  const std::vector<config::Settings>& settings);

std::string format_common_ini(const MakeConfigOptions& options);
// With a book, an engine's own one is off where an option for it is on by default, unless the user
// sets that option.
std::string format_engine_ini(const TournamentEngine& engine, const MakeConfigOptions& options);

// For cutechess: names, commands and protocols.
std::string format_engines_json(const std::vector<TournamentEngine>& engines,
                                const std::filesystem::path& polyglot,
                                const std::filesystem::path& folder);

// One line for the system's shell.
std::string format_runner_command(const MakeConfigOptions& options,
                                  const std::vector<TournamentEngine>& engines,
                                  const std::filesystem::path& polyglot);

} // namespace polyglot::tools
