// Defines the options of commands whose engines search for hours: the engines, their limits, and
// the end of the run.
#pragma once
#include "tools/common/option_table.hpp"
#include "tools/engines/engine_options.hpp"
#include "tools/engines/runner.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

// Holds an engine with its options. Several may have the same command line.
struct GrowEngine {
    std::string command; // as the user wrote it
    EpdEngines engines;  // its settings and the number of processes
    SearchLimits limits; // for one position
};

struct SearchRunOptions {
    std::vector<GrowEngine> engines;  // without engines nothing is searched
    std::optional<milliseconds> time; // of the whole run
    std::optional<std::uint64_t> positions;
    milliseconds retry_time{3'600'000}; // for this long a failed engine is tried again
};

struct GivenEngine {
    NamedEngine named;
    GrowEngine engine;
    std::optional<milliseconds> hang_time;
};

// Holds the options of a run as they were given.
struct GivenRun {
    GivenEngine engine; // the current one while reading
    std::vector<GivenEngine> engines;
    std::vector<std::string> of_engine; // names of options that need an engine
};

// Adds -ec and what belongs to an engine. ec_help says what the engines do.
void add_run_engines(OptionTable& option, GivenRun& given, const char* ec_help);
// Adds -retry, -time and -positions.
void add_run_limits(OptionTable& option, SearchRunOptions& options, GivenRun& given);
// Checks the given options, from the check of OptionTable::read(), and fills options.engines.
void settle_run(SearchRunOptions& options, const GivenRun& given, std::ostream& err);

} // namespace polyglot::tools
