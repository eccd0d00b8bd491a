// The values of the placeholders in LogFile, BookLearnFile and EngineDir (config/placeholders.hpp)
// in this process.
#pragma once
#include "config/placeholders.hpp"
#include "config/settings.hpp"

#include <filesystem>
#include <string_view>

namespace polyglot::io {

// Returns the engine's name by its settings, the number of this process, and today's date in local
// time. To be called once per process, so that a file in use keeps its name.
config::PathNames path_names(const config::Settings& settings);

// Creates the folders of the filled path below folder_above_placeholders(path), which must exist. A
// failure is reported when the file is opened.
void make_named_folders(std::string_view path, const std::filesystem::path& filled,
                        const std::filesystem::path& start_directory);

} // namespace polyglot::io
