#include "tools/engines/adapter_arguments.hpp"

#include "config/load.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/path_environment.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

namespace polyglot::tools {

namespace {

// Returns the first option that makes the adapter do something else than play.
std::string other_action(const std::vector<std::string_view>& adapter) {
    constexpr std::array<std::string_view, 6> names{"check-config",         "h", "help",
                                                    "print-example-config", "v", "version"};
    for (const std::string_view arg : adapter) {
        const std::string_view name = arg.substr(std::min(arg.find_first_not_of('-'), arg.size()));
        if (std::ranges::find(names, name) != names.end()) return std::string(arg);
    }
    return "of this kind";
}

} // namespace

SplitArguments split_arguments(Arguments args, const OptionTable& option,
                               const TakeWord& take_word) {
    SplitArguments split;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string_view arg = args[i];
        if (arg == "--") {
            split.adapter.insert(split.adapter.end(), args.begin() + static_cast<std::ptrdiff_t>(i),
                                 args.end());
            break;
        }
        if (!arg.starts_with('-')) {
            take_word(split, arg);
            continue;
        }
        const std::size_t dashes = arg.starts_with("--") ? 2 : 1;
        const std::string_view name = arg.substr(0, arg.find('='));
        const std::optional<bool> takes_value =
            name.size() > dashes ? option.takes_value(name.substr(dashes)) : std::nullopt;
        auto& part = takes_value ? split.own : split.adapter;
        part.push_back(arg);
        // The value of an adapter option may have any form.
        const bool is_valued = takes_value.value_or(arg != "-noini" && arg != "--noini");
        if (is_valued && name == arg && i + 1 < args.size()) part.push_back(args[++i]);
    }
    return split;
}

std::variant<cli::Invocation, int>
read_adapter_options(const std::vector<std::string_view>& adapter,
                     const std::filesystem::path& start_directory, const OptionTable& option,
                     std::ostream& err) {
    auto invocation = cli::parse_command_line(adapter, start_directory, path_environment());
    if (!invocation) return option.show_usage(err, invocation.error().message);
    if (invocation->action != cli::Action::Run)
        return option.show_usage(err, "this command has no option " + other_action(adapter));
    if (invocation->config_file) io::note_input(*invocation->config_file);
    const auto& diagnostics = invocation->configuration.diagnostics;
    for (const config::Diagnostic& diagnostic : diagnostics)
        err << config::render(diagnostic) << '\n';
    if (config::has_fatal(diagnostics)) return exit_bad_usage;
    return *std::move(invocation);
}

} // namespace polyglot::tools
