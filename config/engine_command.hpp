// The engine's command as words.
#pragma once
#include "config/settings.hpp"
#include "core/result.hpp"

#include <string>
#include <vector>

namespace polyglot::config {

// Returns program and arguments: engine_argv if there is one, otherwise engine_command split by
// text::split_words(). It is an error if neither is set, a quote is not closed, or the program name
// is empty.
Result<std::vector<std::string>> engine_words(const Settings& settings);

// Returns the EngineCommand with the same words; empty if none is set.
std::string format_engine_command(const Settings& settings);

} // namespace polyglot::config
