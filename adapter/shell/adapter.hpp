// The asynchronous shell around the session: one thread, one loop, one timer.
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
    std::filesystem::path start_directory; // absolute; log, books, results and saved settings are relative to it
    session::SettingsRecaller recall_settings = nullptr;
    std::optional<std::filesystem::path> books_of_save = {}; // Save copies its [Book NAME]; none: the replaced file
    std::string warning = {};            // for the GUI's user, in one line, and the log; empty: none
    std::vector<std::string> notes = {}; // for the log: where settings came from, what was odd in the ini
};

// Serves the GUI on standard input and output until it or the engine leaves. Returns the exit status of the adapter.
session::ExitCode run_adapter(AdapterStart start);

} // namespace polyglot::io
