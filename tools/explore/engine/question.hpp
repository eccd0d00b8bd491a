// Reads the page's questions about the engine: tools/explore/API.md.
#pragma once
#include "core/result.hpp"
#include "tools/explore/engine/analyst.hpp"

#include <boost/json/object.hpp>

namespace polyglot::tools {

// Has the analyst do what the question wishes, and answers with the state.
Result<boost::json::object> ask_analyst(Analyst& analyst, const AnalysedPosition& position,
                                        const boost::json::object& question);

} // namespace polyglot::tools
