#include "tools/engines/engine_options.hpp"

#include "adapter/cli/command_line.hpp"
#include "config/load.hpp"
#include "tools/common/path_environment.hpp"

#include <filesystem>
#include <ostream>
#include <utility>

namespace polyglot::tools {

void add_engine_options(OptionTable& option, NamedEngine& engine) {
    option("ed", "DIR", engine.directory, "directory of the engine");
    option("uci", "NAME=VALUE", engine.uci, "set an option of the engine; may be repeated");
    option("pg", "NAME=VALUE", engine.pg,
           "set an option of [PolyGlot], as EngineProtocol; may be repeated");
}

void add_fixed_limits(OptionTable& option, SearchLimits& limits, const LimitsHelp& help) {
    option("depth", "N", within(limits.depth, 1, 999), help.depth);
    option("nodes", "N", within(limits.nodes, 1, 1'000'000'000'000), help.nodes);
    option("movetime", "S", seconds(limits.movetime, 0.001, most_seconds), help.movetime);
}

void add_hang_time(OptionTable& option, std::optional<milliseconds>& hang_time) {
    option("hang-time", "S", seconds(hang_time, 0.001, most_seconds),
           "kill an engine that is this late (default: 10); with -depth or -nodes, one that is "
           "silent for this long "
           "(default: 60)");
}

void add_engine_resources(OptionTable& option, EpdEngines& engines, const char* concurrency_help) {
    option("hash", "MB", within(engines.hash_mb, 1, 1 << 25), "the engine's Hash");
    option("threads", "N", within(engines.threads, 1, 4096),
           "the engine's Threads option or its equivalent");
    option("concurrency", "N", within(engines.count, 1, 256), concurrency_help);
}

Result<config::Settings> engine_settings(const NamedEngine& engine, std::ostream& err) {
    std::vector<std::string> words{"-noini", "-ec", engine.command.value_or("")};
    if (engine.directory) words.insert(words.end(), {"-ed", *engine.directory});
    for (const std::string& pair : engine.uci)
        words.insert(words.end(), {"-uci", pair});
    for (const std::string& pair : engine.pg)
        words.insert(words.end(), {"-pg", pair});
    const std::vector<std::string_view> args(words.begin(), words.end());
    auto invocation =
        cli::parse_command_line(args, std::filesystem::current_path(), path_environment());
    if (!invocation) return invocation.error();
    for (const config::Diagnostic& diagnostic : invocation->configuration.diagnostics)
        err << config::render(diagnostic) << '\n';
    if (config::has_fatal(invocation->configuration.diagnostics))
        return make_error("the engine cannot be set up");
    return std::move(invocation->configuration.settings);
}

} // namespace polyglot::tools
