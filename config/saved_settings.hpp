// What the Save button of an xboard GUI keeps: the text of the file, its name, and how it is read back.
#pragma once
#include "config/load.hpp"
#include "config/native.hpp"
#include "config/settings.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::config {

// An ini file that load_ini() reads back as the same settings: what of [PolyGlot] is not at its default, then
// engine_options as [Engine], but no books. What has no spelling in the dialect (a line end in it) is left out.
std::string format_saved_settings(const Settings& settings,
                                  const std::vector<std::pair<std::string, std::string>>& engine_options,
                                  Dialect dialect = native_dialect());

// The text that replaces the file `old`: the saved settings, followed by the sections [Book NAME] of the old file,
// unchanged, with their comments (including those directly above). Save never changes these sections.
std::string keep_books(std::string_view old, std::string saved);

// Whether such a text was written by Save, ours or PolyGlot's, and not by a human.
bool was_saved(std::string_view text);

// Whether settings are kept in a file per engine: without a config file, and with those that serve any engine as
// XBoard's first and second, polyglot_1st.ini and polyglot_2nd.ini. Otherwise they are kept in the config file.
bool saves_per_engine(const std::optional<std::filesystem::path>& config_file);

// "Stockfish 16" → "Stockfish_16.ini". The result is one plain file name on every system, whatever the engine says.
std::string saved_settings_name(std::string_view engine_name);

// Applies a saved file, which overrides the config file and is overridden by the command line. Settings that took
// effect before the engine ran (EngineCommand, SettingsDir …) stay unchanged, and so do engine options named by
// BlockOptions. A damaged file applies as far as it can be read: no error in it is fatal.
void load_saved_settings(Configuration& configuration, std::string_view text, const std::string& file);

} // namespace polyglot::config
