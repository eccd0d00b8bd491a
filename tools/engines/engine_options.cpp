#include "tools/engines/engine_options.hpp"

#include "adapter/cli/command_line.hpp"
#include "config/load.hpp"
#include "tools/common/path_environment.hpp"

#include <cmath>
#include <filesystem>
#include <ostream>
#include <utility>

namespace polyglot::tools {

void read_fixed_limits(OptionReader& reader, SearchLimits& limits) {
    limits.hang_time = milliseconds(60'000);
    reader.number("depth", limits.depth, 1, 999);
    reader.number("nodes", limits.nodes, 1, 1'000'000'000'000);
    if (const auto seconds = reader.seconds("movetime")) {
        limits.movetime = milliseconds(std::llround(*seconds * 1000));
        limits.hang_time = milliseconds(10'000);
    }
}

Result<config::Settings> engine_settings(const OptionReader& reader, std::ostream& err) {
    std::vector<std::string> words{"-noini", "-ec", reader.text("ec")};
    if (reader.has("ed")) words.insert(words.end(), {"-ed", reader.text("ed")});
    for (const char* name : {"uci", "pg"})
        for (const std::string& value : reader.texts(name))
            words.insert(words.end(), {'-' + std::string(name), value});
    const std::vector<std::string_view> args(words.begin(), words.end());
    auto invocation = cli::parse_command_line(args, std::filesystem::current_path(), path_environment());
    if (!invocation) return invocation.error();
    for (const config::Diagnostic& diagnostic : invocation->configuration.diagnostics)
        err << config::render(diagnostic) << '\n';
    if (config::has_fatal(invocation->configuration.diagnostics)) return make_error("the engine cannot be set up");
    return std::move(invocation->configuration.settings);
}

} // namespace polyglot::tools
