#include "tools/epd_test/options.hpp"

#include "adapter/cli/command_line.hpp"
#include "config/load.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/path_environment.hpp"

#include <cmath>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr std::string_view usage = "polyglot epd-test FILE.epd [CONFIGFILE] [OPTION]... [-- ENGINE [ARGUMENT]...]";

po::options_description own_options() {
    po::options_description options("options, besides polyglot's for the engine (-ec, -ed, -uci, -pg ...)");
    auto option = options.add_options();
    const auto number = [](const char* name) { return po::value<int>()->value_name(name); };
    const auto seconds = [] { return po::value<double>()->value_name("S"); };
    const auto file = [] { return po::value<std::string>()->value_name("FILE"); };
    option("epd", file(), "the positions, EPD or FEN; - for standard input (default: wac.epd)");
    option("min-depth", number("N"), "stop no search before this depth is complete (default: 8)");
    option("max-depth", number("N"), "stop every search when this depth is complete (default: 63)");
    option("min-time", seconds(), "stop no search before this time, in seconds (default: 1.0)");
    option("max-time", seconds(), "stop every search after this time (default: 5.0)");
    option("depth-delta", number("N"),
           "between these limits, stop when the right move has been best for N plies (default: 3)");
    option("depth", number("N"), "without these limits: search every position to this depth");
    option("nodes", po::value<std::int64_t>()->value_name("N"),
           "without these limits: search N nodes in every position");
    option("movetime", seconds(), "without these limits: search every position for this time");
    option("hash", number("MB"), "the engine's Hash");
    option("threads", number("N"), "the engine's Threads option or its equivalent");
    option("concurrency", number("N"), "search N positions at once, each with a separate engine (default: 1)");
    option("hang-time", seconds(),
           "kill an engine that is this late (default: 10); with -depth or -nodes, one that is silent for this long "
           "(default: 60)");
    option("json", file(), "write the results to this file; - for standard output, then the table goes to stderr");
    option("csv", file(), "write the results to this file as comma-separated values");
    return options;
}

struct SplitArguments {
    std::vector<std::string_view> own, engine;
};

// Other options belong to the adapter: the config file, -ec and so on, and everything after "--".
SplitArguments split_arguments(Arguments args) {
    po::options_description options = own_options();
    options.add_options()("help", "")("h", "");
    SplitArguments split;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string_view arg = args[i];
        if (arg == "--") {
            split.engine.insert(split.engine.end(), args.begin() + static_cast<std::ptrdiff_t>(i), args.end());
            break;
        }
        const std::size_t dashes = arg.starts_with("--") ? 2 : 1;
        const std::string_view name = arg.substr(0, arg.find('='));
        const po::option_description* const option = arg.starts_with('-') && name.size() > dashes
                                                         ? options.find_nothrow(std::string(name.substr(dashes)), false)
                                                         : nullptr;
        const auto is_epd = [](std::string_view word) {
            return text::equal_ignoring_case(to_text(to_path(word).extension()), ".epd");
        };
        if (option == nullptr && !arg.starts_with('-') && is_epd(arg)) {
            split.own.insert(split.own.end(), {"-epd", arg});
            continue;
        }
        if (option == nullptr) {
            split.engine.push_back(arg);
            // The value of one of the adapter's options may look like anything.
            const bool valued = arg.starts_with('-') && name == arg && arg != "-noini" && arg != "--noini";
            if (valued && i + 1 < args.size()) split.engine.push_back(args[++i]);
            continue;
        }
        split.own.push_back(arg);
        const bool value_follows = option->semantic()->max_tokens() > 0 && name == arg;
        if (value_follows && i + 1 < args.size()) split.own.push_back(args[++i]);
    }
    return split;
}

// Reads values one by one; the first that is out of range is reported.
class Reader {
  public:
    Reader(const po::variables_map& values, std::ostream& err) : values_(values), err_(err) {}

    template <class T, class Target>
    void number(const char* name, Target& target, T lowest, T highest) {
        if (!values_.count(name)) return;
        const T value = values_[name].as<T>();
        if (value >= lowest && value <= highest)
            target = value;
        else if (std::exchange(good_, false))
            err_ << '-' << name << ' ' << value << " is outside " << lowest << " to " << highest << '\n';
    }
    template <class Target>
    void seconds(const char* name, Target& target, double lowest) {
        constexpr double week = 7 * 24 * 3600;
        std::optional<double> given;
        number<double>(name, given, lowest, week);
        if (given) target = milliseconds(std::llround(*given * 1000));
    }
    void text(const char* name, std::string& target) {
        if (values_.count(name)) target = values_[name].as<std::string>();
    }
    void refuse(const std::string& message) {
        if (std::exchange(good_, false)) err_ << message << '\n';
    }
    bool has(const char* name) const { return values_.count(name) > 0; }
    bool good() const { return good_; }

  private:
    const po::variables_map& values_;
    std::ostream& err_;
    bool good_ = true;
};

void read_limits(Reader& reader, SearchLimits& limits) {
    constexpr int deepest = 999;
    reader.number("min-depth", limits.min_depth, 0, deepest);
    reader.number("max-depth", limits.max_depth, 1, deepest);
    reader.number("depth-delta", limits.depth_delta, 0, deepest);
    reader.seconds("min-time", limits.min_time, 0);
    reader.seconds("max-time", limits.max_time, 0.001);
    reader.number("depth", limits.depth, 1, deepest);
    reader.number<std::int64_t>("nodes", limits.nodes, 1, 1'000'000'000'000);
    reader.seconds("movetime", limits.movetime, 0.001);
    if (limits.is_fixed())
        for (const char* name : {"min-depth", "max-depth", "min-time", "max-time", "depth-delta"})
            if (reader.has(name))
                reader.refuse("-" + std::string(name) + " does not go with -depth, -nodes and -movetime");
    if (!limits.time()) limits.hang_time = milliseconds(60'000);
    reader.seconds("hang-time", limits.hang_time, 0.001);
}

// A long run must not end with a file that cannot be written.
void check_target(Reader& reader, const char* name, const std::string& file) {
    if (file.empty() || file == "-") return;
    std::error_code error;
    const fs::path directory = fs::absolute(to_path(file), error).parent_path();
    if (!fs::is_directory(directory, error))
        reader.refuse('-' + std::string(name) + ' ' + file + ": there is no directory " + to_text(directory));
    else if (fs::is_directory(to_path(file), error))
        reader.refuse('-' + std::string(name) + ' ' + file + " is a directory");
}

} // namespace

std::variant<EpdOptions, int> read_epd_options(Arguments args, const fs::path& start_directory, std::ostream& out,
                                               std::ostream& err) {
    const SplitArguments split = split_arguments(args);
    po::variables_map values;
    if (const auto over = read_options(split.own, own_options(), values, usage, out, err)) return *over;

    EpdOptions options;
    options.file = "wac.epd"; // PolyGlot's default
    Reader reader(values, err);
    reader.text("epd", options.file);
    reader.text("json", options.json);
    reader.text("csv", options.csv);
    if (options.json == "-" && options.csv == "-") reader.refuse("-json - and -csv - both want standard output");
    check_target(reader, "json", options.json);
    check_target(reader, "csv", options.csv);
    read_limits(reader, options.limits);
    reader.number("concurrency", options.engines.count, 1, 256);
    reader.number("hash", options.engines.hash_mb, 1, 1 << 25);
    reader.number("threads", options.engines.threads, 1, 4096);
    if (!reader.good()) return exit_bad_usage;

    auto invocation = cli::parse_command_line(split.engine, start_directory, path_environment());
    if (!invocation || invocation->action != cli::Action::Run) {
        err << (invocation ? "epd-test has no such option" : invocation.error().message) << "\nusage: " << usage
            << '\n';
        return exit_bad_usage;
    }
    if (invocation->config_file) io::note_input(*invocation->config_file);
    config::Configuration& configuration = invocation->configuration;
    for (const config::Diagnostic& diagnostic : configuration.diagnostics)
        err << config::render(diagnostic) << '\n';
    if (config::has_fatal(configuration.diagnostics)) return exit_bad_usage;
    options.engines.settings = std::move(configuration.settings);
    return options;
}

} // namespace polyglot::tools
