// The `feature` lines that answer `protover 2` (CECP v2).
#pragma once
#include "adapter/session/shared/engine_options.hpp"
#include "adapter/session/xboard_gui/options.hpp"
#include "config/settings.hpp"

#include <string>
#include <vector>

namespace polyglot::session {

// Returns all features from analyze to done=1, without line ends. `feature done=0` is not among
// them, because the GUI gets it before the engine's options are known.
std::vector<std::string> format_features(const EngineOptions& engine,
                                         const config::Settings& settings,
                                         const OptionKinds& kinds = nullptr);

} // namespace polyglot::session
