// Derives the engine process to start from the settings. Tests: find_program_posix_test.cpp,
// launch_plan_windows_test.cpp.
#pragma once
#include "adapter/engine/engine_process.hpp"
#include "adapter/engine/find_program.hpp"
#include "adapter/session/shared/events.hpp"
#include "config/settings.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace polyglot::io {

// The reason why the engine cannot be started, for the user; it is shown in the GUI's protocol.
struct StartFailure {
    session::ExitCode code = session::ExitCode::ConfigurationError;
    std::string message;
};
using LaunchPlan = std::variant<StartFailure, EngineLaunch>;

// Returns config::engine_words(). Windows tries longer and longer parts of a command without
// quotes, each up to a blank, as the name of a program, and PolyGlot relies on that. So on Windows
// the first words of an EngineCommand without quotes become one if that is the name of a program;
// the longest such name counts.
Result<std::vector<std::string>> engine_words(const config::Settings& settings,
                                              const std::filesystem::path& start_directory);

// Finds the program for the first of the engine's words (config::engine_words): in EngineDir, which
// is relative to start_directory (absolute), then in PATH.
Result<Program> find_engine(const config::Settings& settings, const std::vector<std::string>& words,
                            const std::filesystem::path& start_directory);

// A failure has ConfigurationError if EngineCommand is missing or cannot be split into words,
// EngineNotStarted if there is no such program.
LaunchPlan plan_launch(const config::Settings& settings,
                       const std::filesystem::path& start_directory);

} // namespace polyglot::io
