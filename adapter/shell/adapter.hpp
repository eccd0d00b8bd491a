// The asynchronous shell around the session. It has one thread, one loop and one timer.
#pragma once
#include "adapter/engine/launch_plan.hpp"
#include "adapter/session/shared/events.hpp"
#include "config/settings.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::io {

struct AdapterStart {
    config::Settings settings;
    LaunchPlan engine;
    std::filesystem::path start_directory; // absolute; paths in settings are relative to it
    session::SettingsRecaller recall_settings = nullptr;
    // Save copies its [Book NAME]; by default the replaced file.
    std::optional<std::filesystem::path> books_of_save = {};
    // For the GUI's user, in one line, and the log; may be empty.
    std::string warning = {};
    // For the log: the origin of settings, peculiarities of the ini.
    std::vector<std::string> notes = {};
};

// Serves the GUI on standard input and output until it or the engine leaves. Returns the exit
// status of the adapter.
session::ExitCode run_adapter(AdapterStart start);

} // namespace polyglot::io
