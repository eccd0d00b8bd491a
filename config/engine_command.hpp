// The engine's command as words.
#pragma once
#include "config/settings.hpp"
#include "core/result.hpp"

#include <string>
#include <vector>

namespace polyglot::config {

// Program and arguments: engine_argv if there is one, else engine_command split as text::split_words does it. Errors:
// nothing set, a quote that is not closed, an empty program name.
Result<std::vector<std::string>> engine_words(const Settings& settings);

// The EngineCommand that stands for the same words; empty if none is set.
std::string format_engine_command(const Settings& settings);

} // namespace polyglot::config
