// Defines the options of commands that ask an engine about positions: the engine, the limits of a
// search and the resources.
#pragma once
#include "config/settings.hpp"
#include "core/result.hpp"
#include "tools/common/option_table.hpp"
#include "tools/engines/runner.hpp"
#include "tools/engines/search.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

constexpr double most_seconds = 7 * 24 * 3600; // of one search

// Holds an engine as the user specifies it.
struct NamedEngine {
    std::optional<std::string> command; // -ec, which the command itself adds
    std::optional<std::string> directory;
    std::vector<std::string> uci, pg;
};
// Adds -ed, -uci and -pg.
void add_engine_options(OptionTable& option, NamedEngine& engine);
// Returns the settings of -ec, -ed, -uci and -pg as the adapter reads them; warnings about them are
// reported on err.
Result<config::Settings> engine_settings(const NamedEngine& engine, std::ostream& err);

// Holds the help of -depth, -nodes and -movetime.
struct LimitsHelp {
    const char *depth, *nodes, *movetime;
};
void add_fixed_limits(OptionTable& option, SearchLimits& limits, const LimitsHelp& help);
// Adds -hang-time, for SearchLimits::set_hang_time().
void add_hang_time(OptionTable& option, std::optional<milliseconds>& hang_time);
// Adds -hash, -threads, and -concurrency with this help.
void add_engine_resources(OptionTable& option, EpdEngines& engines, const char* concurrency_help);

} // namespace polyglot::tools
