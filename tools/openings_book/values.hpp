// Asks an engine for the values of positions.
#pragma once
#include "tools/engines/runner.hpp"
#include "tools/openings_book/start.hpp"

#include <functional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct ValueQuestion {
    EpdEngines engines;
    SearchLimits limits; // fixed limits
    std::function<bool()> keep_on;
    std::function<void(std::size_t done)> on_progress;
    std::function<void(const std::string&)> on_warning;
};

struct EngineAnswers {
    std::string engine;              // its name
    std::vector<EngineValue> values; // of all positions, unless there is a failure
    std::string failure;             // the reason why the engine does not start
};

// Each position is a new game for the engine. If keep_on returns false, the engines quit and the
// values are unusable.
EngineAnswers ask_engine(const ValueQuestion& question,
                         const std::vector<chess::Position>& positions);

} // namespace polyglot::tools
