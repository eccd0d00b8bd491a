// What engines call themselves and what can be set, as they announce it.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "config/settings.hpp"
#include "core/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct EngineAnswer {
    std::string name; // empty: it has none
    std::string author;
    bool speaks_xboard = false;
    // Of an xboard engine: as polyglot offers them to a UCI GUI
    std::vector<protocol::OptionDeclaration> options;
};

// Starts all engines at once, and ends each when it has answered. Nullopt: interrupted (Ctrl-C). An
// error is the engine's, in words for the user.
std::optional<std::vector<Result<EngineAnswer>>>
ask_engines(const std::vector<config::Settings>& engines);

} // namespace polyglot::tools
