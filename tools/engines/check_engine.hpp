// What -check-config asks an engine.
#pragma once
#include "adapter/cli/check_config.hpp"
#include "config/settings.hpp"
#include "core/result.hpp"

namespace polyglot::tools {

// Starts the engine of the settings, to compare [Engine] with the options that it announces. The
// error is the engine's, in words for the user. Takes no longer than StartTimeout and QuitTimeout.
Result<cli::EngineDescription> check_engine(const config::Settings& settings);

} // namespace polyglot::tools
