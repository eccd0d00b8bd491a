// Options of commands that ask an engine about positions: what the engine is, how long it searches,
// what it may use.
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

// An engine as the user names it.
struct NamedEngine {
    std::optional<std::string> command; // -ec, which the command adds itself
    std::optional<std::string> directory;
    std::vector<std::string> uci, pg;
};
// -ed, -uci, -pg.
void add_engine_options(OptionTable& option, NamedEngine& engine);
// The settings of -ec, -ed, -uci, -pg, as the adapter reads them; what is odd about them is
// reported on err.
Result<config::Settings> engine_settings(const NamedEngine& engine, std::ostream& err);

// -depth, -nodes, -movetime, with the help of each.
struct LimitsHelp {
    const char *depth, *nodes, *movetime;
};
void add_fixed_limits(OptionTable& option, SearchLimits& limits, const LimitsHelp& help);
// -hang-time, for SearchLimits::set_hang_time().
void add_hang_time(OptionTable& option, std::optional<milliseconds>& hang_time);
// -hash, -threads, and -concurrency with its help.
void add_engine_resources(OptionTable& option, EpdEngines& engines, const char* concurrency_help);

} // namespace polyglot::tools
