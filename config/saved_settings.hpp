// The settings that the Save button of an xboard GUI keeps: the text of the file, its name, and how
// it is loaded. Test: saved_settings_test.cpp.
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

// Returns an ini file that load_ini() reads back as the same settings: those of [PolyGlot] that are
// not at their default, then engine_options as [Engine], but no books. A value that the dialect
// cannot express (with a line end) is left out.
std::string
format_saved_settings(const Settings& settings,
                      const std::vector<std::pair<std::string, std::string>>& engine_options,
                      Dialect dialect = native_dialect());

// Returns the text that replaces the file `old`: the saved settings, followed by the sections [Book
// NAME] of the old file, unchanged, with their comments (including those directly above). Save
// never changes these sections.
std::string keep_books(std::string_view old, std::string saved);

// Returns whether the text was written by Save, of this program or of PolyGlot, and not by a human.
bool was_saved(std::string_view text);

// Returns whether settings are kept in a file per engine. They are if there is no config file, or
// if it is polyglot_1st.ini or polyglot_2nd.ini, which serve any engine as XBoard's first and
// second. Otherwise they are kept in the config file.
bool saves_per_engine(const std::optional<std::filesystem::path>& config_file);

// Returns the name of the file: "Stockfish 16" becomes "Stockfish_16.ini". The result is one plain
// file name on every system, whatever the engine sends.
std::string saved_settings_name(std::string_view engine_name);

// Applies a saved file, which overrides the config file and is overridden by the command line.
// Settings that took effect before the engine ran (EngineCommand, SettingsDir …) stay unchanged,
// and so do engine options named by BlockOptions. A damaged file applies as far as it can be read;
// no error in it is fatal.
void load_saved_settings(Configuration& configuration, std::string_view text,
                         const std::string& file);

} // namespace polyglot::config
