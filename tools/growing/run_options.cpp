#include "tools/growing/run_options.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::int64_t usual_nodes = 1'000'000;
constexpr double year = 366 * 86'400.0; // seconds

GrowEngine settle_engine(GivenEngine given, bool others_are_limited, std::ostream& err) {
    GrowEngine& engine = given.engine;
    engine.command = given.named.command.value_or("");
    if (!engine.limits.is_fixed() && others_are_limited)
        refuse(
            "-ec " + engine.command +
            " has no limit (-nodes, -depth, -movetime); what is given before the first -ec counts "
            "for all engines");
    if (!engine.limits.is_fixed()) engine.limits.nodes = usual_nodes;
    engine.limits.set_hang_time(given.hang_time);
    auto settings = engine_settings(given.named, err);
    if (!settings) refuse(settings.error().message);
    engine.engines.settings = *std::move(settings);
    return engine;
}

} // namespace

void add_run_engines(OptionTable& option, GivenRun& given, const char* ec_help) {
    GivenEngine& one = given.engine;
    option.begin_each(one, given.engines);
    option("ec", "ENGINE", one.named.command, ec_help);
    option.note(&given.of_engine);
    add_engine_options(option, one.named);
    add_fixed_limits(option, one.engine.limits,
                     {"search every position to this depth",
                      "search N nodes in every position (default: 1000000)",
                      "search every position for S seconds"});
    add_hang_time(option, one.hang_time);
    add_engine_resources(option, one.engine.engines, "N engines at once (default: 1), of each -ec");
    option.note(nullptr);
    option.end_each();
}

void add_run_limits(OptionTable& option, SearchRunOptions& options, GivenRun& given) {
    option("retry", "S", seconds(options.retry_time, 0, year),
           "try an engine that has gone again, and wait for a store in use, for S seconds "
           "(default: 3600)")
        .noted_in(given.of_engine);
    option("time", "S", seconds(options.time, 0.001, year),
           "begin no search after S seconds (default: until Ctrl-C)")
        .noted_in(given.of_engine);
    option("positions", "N", within(options.positions, 1, 1'000'000'000'000),
           "end after N searches")
        .noted_in(given.of_engine);
}

void settle_run(SearchRunOptions& options, const GivenRun& given, std::ostream& err) {
    if (given.engines.empty())
        refuse_any(given.of_engine, "is for an engine, and none is given (-ec)");
    const bool any_is_limited = std::ranges::any_of(
        given.engines, [](const GivenEngine& engine) { return engine.engine.limits.is_fixed(); });
    for (const GivenEngine& engine : given.engines)
        options.engines.push_back(settle_engine(engine, any_is_limited, err));
}

} // namespace polyglot::tools
