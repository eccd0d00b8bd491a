// The asynchronous shell around the session: one thread, one loop, one timer.
#pragma once
#include "adapter/io/engine_process.hpp"
#include "adapter/session/events.hpp"
#include "config/settings.hpp"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace polyglot::io {

// Why there is no engine to start: told to the GUI in its own protocol.
struct StartFailure {
    session::ExitCode code = session::ExitCode::ConfigurationError;
    std::string message;
};

struct AdapterStart {
    config::Settings settings;
    std::variant<StartFailure, EngineLaunch> engine;
    session::SettingsRecaller recall_settings = nullptr;
    std::vector<std::string> notes = {}; // for the log: where settings came from, what was odd in the ini
};

// Serves the GUI on standard input and output until it or the engine leaves. Returns the exit status of the adapter.
session::ExitCode run_adapter(AdapterStart start);

} // namespace polyglot::io
