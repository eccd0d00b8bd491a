// Files of saved settings: read as a whole, written so that a crash leaves the old file or the new one.
#pragma once
#include "config/load.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::io {

// Nothing if there is no such file. Errors name the file and the reason.
Result<std::optional<std::string>> read_settings_file(const std::filesystem::path& file);

// Writes a file beside it, syncs it to disk and renames it over the old one; missing directories are made. A symbolic
// link is followed, and the old file's permissions are kept. A config file that a human wrote, which Save would rob of
// its comments, is first copied to FILE.bak.
Result<void> write_settings_file(const std::filesystem::path& file, std::string_view text);

// SettingsDir, absolute: as set, else $HOME/.polyglot, on Windows .\_PG (PolyGlot 2.0.4), else start_directory.
std::filesystem::path settings_directory(const config::Settings& settings,
                                         const std::filesystem::path& start_directory);

// The configuration to go on with once the engine has said its name (the one of `id name`). Settings are kept in
// SettingsFile of the command line if it is given; per engine in SettingsDir if saves_per_engine(config_file); else in
// the config file. In the first two cases SettingsFile becomes the absolute path, and what was saved there is read; a
// damaged file is told as diagnostics. start_directory is absolute.
config::Configuration recall_settings(config::Configuration configuration,
                                      const std::optional<std::filesystem::path>& config_file,
                                      const std::filesystem::path& start_directory, std::string_view engine_name);

} // namespace polyglot::io
