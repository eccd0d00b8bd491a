// Queries an engine for -check-config.
#pragma once
#include "adapter/cli/check_config.hpp"
#include "config/settings.hpp"
#include "core/result.hpp"

namespace polyglot::tools {

// Starts the engine of the settings, to compare [Engine] with the options that the engine
// announces. The error is a message for the user. It takes at most StartTimeout and QuitTimeout.
Result<cli::EngineDescription> check_engine(const config::Settings& settings);

} // namespace polyglot::tools
