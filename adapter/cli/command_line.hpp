// The command line of the adapter (not of the tools). It has PolyGlot's options and further ones,
// and overrides the config file. Test: command_line_test.cpp.
#pragma once
#include "config/load.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::cli {

enum class Action { Run, Help, HelpOptions, Version, CheckConfig, PrintExample };

struct Invocation {
    Action action = Action::Run;
    bool all_settings = false; // -check-config shows also those at their default
    // -check-config: ask the engine about its options; unset: if the user's own ini names it
    std::optional<bool> start_engine;
    // The settings to run with. Callers check config::has_fatal(configuration.diagnostics) first.
    config::Configuration configuration;
    std::filesystem::path start_directory; // book, log and engine_dir are relative to it
    // An absolute path; nullopt with -noini, or if there is no polyglot.ini and the command line
    // names the engine.
    std::optional<std::filesystem::path> config_file;
};

// args without argv[0]. start_directory must be absolute. The only file read is the config file:
// the first argument that is not an option, else polyglot.ini in start_directory, else, if no
// engine is named, the one in program_directory, which then becomes the start directory. The
// command line overrides it; of repeated options the last wins. Everything after "--" is the engine
// and its arguments. An unreadable file and a missing engine are diagnostics of the configuration;
// an error is wrong use (exit code 2), described in one sentence. environment has the values of
// %NAME% in paths (config::native_dialect).
// program_directory is called only to look for the ini file there; null: there is none.
using FolderFinder = std::function<std::filesystem::path()>;
Result<Invocation> parse_command_line(std::span<const std::string_view> args,
                                      const std::filesystem::path& start_directory,
                                      config::Environment environment = {},
                                      const FolderFinder& program_directory = nullptr);

// Makes the starter book the first one if no book is named and the default one does not exist.
void find_default_book(Invocation& invocation);

// Returns the index of the first argument that is neither an option nor the value of one: the
// config file, or what was given in its place. Nullopt if there is none before "--".
std::optional<std::size_t> find_config_file(std::span<const std::string_view> args);

// Returns "polyglot 3.0.0\n", or with the commit "polyglot 3.0.0 (v3.0.0-12-g1a2b3c4)\n".
std::string version_text();

} // namespace polyglot::cli
