// Files of saved settings: read as a whole, written so that a crash leaves the old file or the new one.
#pragma once
#include "config/load.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::io {

// Returns nullopt if there is no such file. Errors name the file and the reason.
Result<std::optional<std::string>> read_settings_file(const std::filesystem::path& file);

// Writes a temporary file, syncs it to disk and renames it over the old one; missing directories are created. A
// symbolic link is followed. The old file's permissions are kept, less those that config_file lacks. A hand-written
// config file, whose comments Save would lose, is first copied to FILE.bak. The sections [Book NAME] are those of
// config_file, by default those of the old file.
Result<void> write_settings_file(const std::filesystem::path& file, std::string_view text,
                                 const std::optional<std::filesystem::path>& config_file = std::nullopt);

// SettingsDir, absolute: as set, else $HOME/.polyglot, on Windows .\_PG (PolyGlot 2.0.4), else start_directory.
std::filesystem::path settings_directory(const config::Settings& settings,
                                         const std::filesystem::path& start_directory);

// The configuration to use once the engine has announced its name (`id name`). Settings are kept in SettingsFile if
// set in the config file or on the command line; per engine in SettingsDir if saves_per_engine(config_file); else in
// the config file. By the command line and in SettingsDir, SettingsFile becomes the absolute path, and the saved
// settings are read; a damaged file is reported by diagnostics. A SettingsFile of the config file is never read, as in
// PolyGlot: lines that are then edited in the config file have to take effect. start_directory is absolute.
config::Configuration recall_settings(config::Configuration configuration,
                                      const std::optional<std::filesystem::path>& config_file,
                                      const std::filesystem::path& start_directory, std::string_view engine_name);
// The same before the engine runs, as far as the file is known without its name: for -check-config. If the file depends
// on the name, and settings of some engine are saved in its folder, a note in diagnostics says that they are missing.
config::Configuration recall_known_settings(config::Configuration configuration,
                                            const std::optional<std::filesystem::path>& config_file,
                                            const std::filesystem::path& start_directory);

} // namespace polyglot::io
