// Reads the names and options that engines announce.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "config/settings.hpp"
#include "core/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct EngineAnswer {
    std::string name; // empty if the engine sends none
    std::string author;
    bool speaks_xboard = false;
    // The options of an xboard engine are listed as polyglot offers them to a UCI GUI.
    std::vector<protocol::OptionDeclaration> options;
};

// Starts all engines at once and ends each when it has answered. Returns nullopt if the user
// interrupted it (Ctrl-C). The error of an engine is a message for the user.
std::optional<std::vector<Result<EngineAnswer>>>
ask_engines(const std::vector<config::Settings>& engines);

} // namespace polyglot::tools
