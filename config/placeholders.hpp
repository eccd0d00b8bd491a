// {engine}, {pid}, {date} and {opponent} in LogFile, BookLearnFile and EngineDir (docs/config.md).
#pragma once
#include "config/load.hpp"
#include "config/settings.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::config {

// What each stands for; nullopt: it stays as it is.
struct PathNames {
    std::optional<std::string> engine = {};
    std::optional<std::string> pid = {};
    std::optional<std::string> date = {};
    std::optional<std::string> opponent = {};
};

// The path with path_part() of each name; "{{engine}}" is the text "{engine}". Any other '{' is an ordinary character.
std::string fill_placeholders(std::string_view path, const PathNames& names);

// Whether fill_placeholders() would replace {name} in it.
bool has_placeholder(std::string_view path, std::string_view name);

// The folders of the path above the first one that has any placeholder in its name: they must exist, and those below
// are made when they are needed. Nullopt if no folder's name has one.
std::optional<std::string> folder_above_placeholders(std::string_view path);

// {engine}: EngineName, else the program's file name without folder and .exe, .bat or .cmd. It does not change when the
// engine announces another name, since the log is open by then. Empty if no engine is set.
std::string engine_path_name(const Settings& settings);

// A placeholder where it can never be filled in is a warning at the option.
void check_placeholders(Configuration& configuration);

} // namespace polyglot::config
