#include "tools/epd_test/options.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/whole_path.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/engines/adapter_arguments.hpp"
#include "tools/engines/engine_options.hpp"

#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

// A file of positions needs no option's name.
void take_word(SplitArguments& split, std::string_view word) {
    if (text::equal_ignoring_case(to_text(to_path(word).extension()), ".epd"))
        split.own.insert(split.own.end(), {"-epd", word});
    else
        split.adapter.push_back(word);
}

// The check before the run avoids a long run that ends with a file that cannot be written.
void check_target(const std::string& option, const std::string& file) {
    if (file.empty() || file == "-") return;
    std::error_code error;
    const fs::path directory = io::whole_path(to_path(file)).parent_path();
    if (!fs::is_directory(directory, error))
        refuse(option + ' ' + file + ": there is no directory " + to_text(directory));
    else if (fs::is_directory(to_path(file), error))
        refuse(option + ' ' + file + " is a directory");
}

// The limits that were given.
struct Given {
    std::vector<std::string> rules; // the options of PolyGlot's rules
    std::optional<milliseconds> hang_time;
};

void add_limits(OptionTable& option, SearchLimits& limits, Given& given) {
    constexpr int deepest = 999;
    option.note(&given.rules);
    option("min-depth", "N", within(limits.min_depth, 0, deepest),
           "stop no search before this depth is complete (default: 8)");
    option("max-depth", "N", within(limits.max_depth, 1, deepest),
           "stop every search when this depth is complete (default: 63)");
    option("min-time", "S", seconds(limits.min_time, 0, most_seconds),
           "stop no search before this time, in seconds (default: 1.0)");
    option("max-time", "S", seconds(limits.max_time, 0.001, most_seconds),
           "stop every search after this time (default: 5.0)");
    option("depth-delta", "N", within(limits.depth_delta, 0, deepest),
           "between these limits, stop when the right move has been best for N plies (default: 3)");
    option.note(nullptr);
    add_fixed_limits(option, limits,
                     {"without these limits: search every position to this depth",
                      "without these limits: search N nodes in every position",
                      "without these limits: search every position for this time"});
}

void settle(EpdOptions& options, const Given& given) {
    if (options.json == "-" && options.csv == "-")
        refuse("-json - and -csv - both want standard output");
    check_target("-json", options.json);
    check_target("-csv", options.csv);
    if (options.limits.is_fixed())
        refuse_any(given.rules, "does not go with -depth, -nodes and -movetime");
    options.limits.set_hang_time(given.hang_time);
}

} // namespace

std::variant<EpdOptions, int> read_epd_options(Arguments args, const fs::path& start_directory,
                                               std::ostream& out, std::ostream& err) {
    EpdOptions options;
    Given given;
    OptionTable option(
        "polyglot epd-test FILE.epd [CONFIGFILE] [OPTION]... [-- ENGINE [ARGUMENT]...]",
        "options, besides polyglot's for the engine (-ec, -ed, -uci, -pg ...)");
    option("epd", "FILE", options.file,
           "the positions, EPD or FEN; - for standard input (default: wac.epd)");
    add_limits(option, options.limits, given);
    add_engine_resources(option, options.engines,
                         "search N positions at once, each with a separate engine (default: 1)");
    add_hang_time(option, given.hang_time);
    add_variant_option(option, options.engines.variant, variant_option_help);
    option("json", "FILE", options.json,
           "write the results to this file; - for standard output, then the table goes to stderr");
    option("csv", "FILE", options.csv, "write the results to this file as comma-separated values");
    const SplitArguments split = split_arguments(args, option, take_word);
    if (const auto over = option.read(split.own, out, err, [&] { settle(options, given); }))
        return *over;

    auto invocation = read_adapter_options(split.adapter, start_directory, option, err);
    if (const int* const status = std::get_if<int>(&invocation)) return *status;
    options.engines.settings =
        std::move(std::get<cli::Invocation>(invocation).configuration.settings);
    return options;
}

} // namespace polyglot::tools
