// What the placeholders in LogFile, BookLearnFile and EngineDir (config/placeholders.hpp) stand for in this process.
#pragma once
#include "config/placeholders.hpp"
#include "config/settings.hpp"

#include <filesystem>
#include <string_view>

namespace polyglot::io {

// The engine by its settings, the number of this process, and today by local time. Asked once per process: a file that
// is in use keeps its name.
config::PathNames path_names(const config::Settings& settings);

// The folders of the filled path below the one that folder_above_placeholders(path) names; that one must exist. A
// failure shows when the file is opened.
void make_named_folders(std::string_view path, const std::filesystem::path& filled,
                        const std::filesystem::path& start_directory);

} // namespace polyglot::io
