// Fills in {engine}, {pid}, {date} and {opponent} in LogFile, BookLearnFile and EngineDir
// (docs/config.md). Test: placeholders_test.cpp.
#pragma once
#include "config/load.hpp"
#include "config/settings.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::config {

// The value of each; a placeholder without a value stays.
struct PathNames {
    std::optional<std::string> engine = {};
    std::optional<std::string> pid = {};
    std::optional<std::string> date = {};
    std::optional<std::string> opponent = {};
};

// Returns the path with path_part() of each value; "{{engine}}" becomes the text "{engine}". Any
// other '{' is an ordinary character.
std::string fill_placeholders(std::string_view path, const PathNames& names);

// Returns whether fill_placeholders() replaces {name} in the path.
bool has_placeholder(std::string_view path, std::string_view name);

// Returns the part of the path above the first folder whose name has a placeholder. This part must
// exist; folders below are created when they are needed. Nullopt if no folder's name has one.
std::optional<std::string> folder_above_placeholders(std::string_view path);

// Returns the value of {engine}: EngineName, otherwise the program's file name without folder and
// .exe, .bat or .cmd. It does not change when the engine announces another name, since the log is
// open by then. Empty if no engine is set.
std::string engine_path_name(const Settings& settings);

// Adds a warning for each option with a placeholder that can never be filled in there.
void check_placeholders(Configuration& configuration);

} // namespace polyglot::config
