// From settings to the engine process to start.
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

// The reason why the engine cannot be started, for the user, shown in the GUI's own protocol.
struct StartFailure {
    session::ExitCode code = session::ExitCode::ConfigurationError;
    std::string message;
};
using LaunchPlan = std::variant<StartFailure, EngineLaunch>;

// The program that the first of the engine's words (config::engine_words) stands for: in EngineDir, which is relative
// to start_directory (absolute), then in PATH.
Result<Program> find_engine(const config::Settings& settings, const std::vector<std::string>& words,
                            const std::filesystem::path& start_directory);

// ConfigurationError: no EngineCommand, or one that does not read as words. EngineNotStarted: no such program.
LaunchPlan plan_launch(const config::Settings& settings, const std::filesystem::path& start_directory);

} // namespace polyglot::io
