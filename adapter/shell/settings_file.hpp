// Files of saved settings. They are read as a whole, and written so that a crash leaves the old
// file or the new one. Test: settings_file_test.cpp.
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

// Writes a temporary file, syncs it to disk and renames it over the old one; missing directories
// are created. A symbolic link is followed. The old file's permissions are kept, except those that
// config_file lacks. A hand-written config file, whose comments Save would lose, is first copied to
// FILE.bak. The sections [Book NAME] are those of config_file, by default those of the old file.
Result<void>
write_settings_file(const std::filesystem::path& file, std::string_view text,
                    const std::optional<std::filesystem::path>& config_file = std::nullopt);

// Returns SettingsDir as an absolute path: as set, otherwise $HOME/.polyglot (.\_PG on Windows, as
// in PolyGlot 2.0.4), otherwise start_directory.
std::filesystem::path settings_directory(const config::Settings& settings,
                                         const std::filesystem::path& start_directory);

// Returns the configuration to use once the engine has announced its name (`id name`). Settings are
// kept in SettingsFile if set in the config file or on the command line; per engine in SettingsDir
// if saves_per_engine(config_file); else in the config file. By the command line and in
// SettingsDir, SettingsFile becomes the absolute path, and the saved settings are read; a damaged
// file is reported by diagnostics. A SettingsFile of the config file is never read, as in PolyGlot,
// so that lines which are edited in the config file afterwards take effect. start_directory is
// absolute.
config::Configuration recall_settings(config::Configuration configuration,
                                      const std::optional<std::filesystem::path>& config_file,
                                      const std::filesystem::path& start_directory,
                                      std::string_view engine_name);
// Does the same for -check-config, before the engine runs, if the file is known without its name.
// If it depends on the name, and settings of any engine are saved in its folder, a note in
// diagnostics says that they are missing.
config::Configuration recall_known_settings(config::Configuration configuration,
                                            const std::optional<std::filesystem::path>& config_file,
                                            const std::filesystem::path& start_directory);

} // namespace polyglot::io
