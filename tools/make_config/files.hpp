// Formats the files of `polyglot make-config`. All paths in them are absolute or relative to their
// folder, in which the runner starts polyglot.
#pragma once
#include "tools/engines/ask_engines.hpp"
#include "tools/make_config/options.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

constexpr std::string_view common_file = "common.ini";
constexpr std::string_view json_file = "engines.json"; // for cutechess

struct TournamentEngine {
    EngineAnswer answer{};
    std::string name{};    // unique in the tournament
    std::string file{};    // its ini file in the folder
    std::string command;   // EngineCommand
    std::string directory; // EngineDir
};

// Sets name and file of all engines from the names that they announce; a second "Toga" becomes
// "Toga 2". An engine without a name gets that of its program.
void name_engines(std::vector<TournamentEngine>& engines,
                  const std::vector<config::Settings>& settings);

std::string format_common_ini(const MakeConfigOptions& options);
// If there is a book, an engine's own book is switched off if an option for it is on by default,
// unless the user sets that option.
std::string format_engine_ini(const TournamentEngine& engine, const MakeConfigOptions& options);

// Formats names, commands and protocols for cutechess.
std::string format_engines_json(const std::vector<TournamentEngine>& engines,
                                const std::filesystem::path& polyglot,
                                const std::filesystem::path& folder);

// Formats one line for the system's shell.
std::string format_runner_command(const MakeConfigOptions& options,
                                  const std::vector<TournamentEngine>& engines,
                                  const std::filesystem::path& polyglot);

} // namespace polyglot::tools
