// The script that starts polyglot with an ini file, for hosts that give an engine no arguments.
// Test: start_script_test.cpp.
#pragma once
#include "core/result.hpp"
#include "core/text/shell_words.hpp"

#include <filesystem>
#include <string>

namespace polyglot::tools {

// Both paths are absolute; `quoting` is that of the system for command lines.
std::string format_script(const std::filesystem::path& polyglot, const std::filesystem::path& ini,
                          text::Quoting quoting);

// Returns the path of the script that belongs to an ini file: engine.sh, or engine.bat on Windows.
std::filesystem::path script_path(const std::filesystem::path& ini, text::Quoting quoting);

Result<void> make_executable(const std::filesystem::path& file);

} // namespace polyglot::tools
