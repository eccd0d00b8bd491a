#include "adapter/cli/command_line.hpp"

#include "adapter/cli/help.hpp"
#include "commit.hpp"
#include "config/engine_command.hpp"
#include "config/ini_file.hpp"
#include "config/placeholders.hpp"
#include "config/schema.hpp"
#include "core/openings/starter.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/option_names.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "version.hpp"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/program_options.hpp>

namespace polyglot::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;
using config::Configuration;
using config::Origin;
using config::Severity;

constexpr std::string_view default_config = "polyglot.ini";

struct Short { // -ec means -pg EngineCommand=
    const char* name;
    std::string_view option;
    const char* value;
    const char* help;
};
constexpr Short shorts[] = {
    {"ec", "EngineCommand", "ENGINE", "the engine and its arguments, in one argument"},
    {"ed", "EngineDir", "DIR", "directory of the engine"},
    {"en", "EngineName", "NAME", "name shown to the GUI"},
    {"log", "Log", "BOOL", "write a log"},
    {"lf", "LogFile", "FILE", "the log"},
    {"wb", "OnlyWbOptions", "BOOL", "show an xboard GUI only options that it can use"},
};

// The commands have a table that binds options to fields (tools/common/option_table.hpp). The
// adapter cannot include tools (scripts/check_layers), and its options name settings, which one
// table (config/schema_table.cpp) fills from the ini file, the command line and the GUI alike.
po::options_description make_adapter_options() {
    po::options_description options("Options (with one dash or two)", 80);
    auto add = options.add_options();
    const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
    add("noini", "read no config file");
    for (const Short& option : shorts)
        add(option.name, text(option.value), option.help);
    add("book", text("FILE"), "play from this book");
    add("pg", text("NAME=VALUE"), "set any option of [PolyGlot]; may be repeated");
    add("uci", text("NAME=VALUE"), "set an option of the engine; may be repeated");
    add("check-config", "show what is wrong with the settings");
    add("all", "-check-config: show every setting, also those at their default");
    add("no-start", "-check-config: do not start the engine to see its options");
    add("start", "-check-config: start it even if the config file is another user's");
    add("print-example-config", "print a commented polyglot.ini with every option");
    add("help", "show the commands; -help options: this list");
    add("version", "show the version");
    return options;
}

} // namespace

const po::options_description& adapter_options() {
    // kept, because a start needs it more than once.
    static const po::options_description options = make_adapter_options();
    return options;
}

namespace {

bool takes_value(std::string_view arg) {
    if (arg.size() < 2 || arg.front() != '-') return false;
    arg.remove_prefix(arg.starts_with("--") ? 2 : 1);
    const po::option_description* option = adapter_options().find_nothrow(std::string(arg), false);
    return option != nullptr && option->semantic()->max_tokens() > 0;
}

// GUIs pass empty arguments. An empty argument is dropped, and an option with an empty value counts
// as not given.
std::vector<std::string> without_empty(std::span<const std::string_view> args) {
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i].empty()) continue;
        const bool valued = takes_value(args[i]);
        if (valued && i + 1 < args.size() && args[i + 1].empty()) {
            ++i;
            continue;
        }
        kept.emplace_back(args[i]);
        if (valued && i + 1 < args.size()) kept.emplace_back(args[++i]);
    }
    return kept;
}

} // namespace

std::optional<std::size_t> find_config_file(std::span<const std::string_view> args) {
    for (std::size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
        if (takes_value(args[i]))
            ++i;
        else if (!args[i].empty() && args[i].front() != '-')
            return i;
    }
    return std::nullopt;
}

namespace {

std::string describe_unknown(std::string_view option) {
    const std::string_view name =
        option.substr(std::min(option.find_first_not_of('-'), option.size()));
    const po::options_description& options = adapter_options();
    std::vector<std::string_view> known;
    known.reserve(options.options().size());
    for (const auto& description : options.options())
        known.push_back(description->long_name());
    std::string message = "unknown option " + std::string(option);
    const std::string_view word = name.substr(0, name.find('='));
    const std::string_view setting = config::nearest_option(word);
    const std::string_view nearest = text::find_nearest(word, known);
    if (!nearest.empty() && !text::equal_ignoring_case(setting, word))
        return message.append(": did you mean -").append(nearest).append("?");
    if (!setting.empty()) message.append(": did you mean -pg ").append(setting).append("=...?");
    return message;
}

// Words Boost's error again, because Boost names options with two dashes and does not always name
// the argument.
std::string usage_error(const po::error& error) {
    if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error))
        return describe_unknown(unknown->get_option_name());
    if (const auto* few = dynamic_cast<const po::invalid_command_line_syntax*>(&error);
        few != nullptr && few->kind() == po::invalid_syntax::missing_parameter)
        return "option -" + few->tokens().substr(few->tokens().find_first_not_of('-')) +
               " needs a value";
    return text::with_one_dash(error.what());
}

Result<std::vector<po::option>> parse_arguments(std::span<const std::string_view> args) {
    po::options_description options;
    options.add(adapter_options());
    options.add_options()("config-file", po::value<std::string>())("h", "")("v", "");
    po::positional_options_description positional;
    positional.add("config-file", -1);
    const int style =
        po::command_line_style::allow_long | po::command_line_style::allow_long_disguise |
        po::command_line_style::long_allow_next | po::command_line_style::long_allow_adjacent;
    try {
        auto parsed = po::command_line_parser(without_empty(args))
                          .options(options)
                          .positional(positional)
                          .style(style)
                          .run()
                          .options;
        std::size_t files = 0;
        for (const po::option& option : parsed) {
            if (option.string_key != "config-file") continue;
            // With one dash, Boost takes an unknown option for a positional argument.
            if (option.value.front().starts_with('-'))
                return make_error(describe_unknown(option.value.front()));
            if (++files > 1) return make_error("more than one config file is given");
        }
        return parsed;
    } catch (const po::error& error) {
        return make_error(usage_error(error));
    }
}

void add_fatal(Configuration& configuration, std::string file, std::string message,
               std::string hint) {
    configuration.diagnostics.push_back(
        {Severity::Fatal, std::move(file), 0, 0, 0, std::move(message), "", std::move(hint)});
}

// Returns the file's text; the error is the reason why it cannot be read.
Result<std::string> read_file(const fs::path& file) {
    auto text = config::read_ini_file(file);
    if (!text) return text.error();
    if (!text->has_value()) return make_error("cannot be opened: No such file or directory");
    return **std::move(text);
}

// Splits "Name=Value" at the first '='. PolyGlot silently ignores an argument without one.
void apply_pair(Configuration& configuration, const std::string& option, const std::string& pair) {
    const std::string where = '-' + option + ' ' + pair;
    const std::size_t equals = pair.find('=');
    const std::string_view name = text::trim(std::string_view(pair).substr(0, equals));
    if (equals == std::string::npos || name.empty()) {
        configuration.diagnostics.push_back({Severity::Error, where, 0, 0, 0, "this is ignored", "",
                                             "write -" + option + " Name=Value"});
        return;
    }
    const std::string_view value = text::trim(std::string_view(pair).substr(equals + 1));
    const Origin origin{Origin::Kind::CommandLine, {}, 0};
    if (option == "pg")
        config::apply_option(configuration, name, value, origin, where);
    else if (!value.empty())
        config::apply_engine_option(configuration, name, value, origin);
}

void apply(Configuration& configuration, const po::option& given) {
    const std::string& name = given.string_key;
    if (given.value.empty()) return;
    const std::string& value = given.value.front();
    const Origin origin{Origin::Kind::CommandLine, {}, 0};
    const auto set = [&](std::string_view option, std::string_view text) {
        config::apply_option(configuration, option, text, origin, '-' + name + ' ' + value);
    };
    if (name == "pg" || name == "uci") apply_pair(configuration, name, value);
    if (name == "book") {
        set("BookFile", value);
        set("Book", "true");
    }
    for (const Short& option : shorts)
        if (name == option.name) set(option.option, value);
}

void load_config_file(Invocation& invocation, const std::vector<po::option>& given,
                      bool engine_on_command_line, const FolderFinder& program_directory) {
    const auto find = [&](std::string_view name) {
        return std::find_if(given.begin(), given.end(),
                            [&](const po::option& o) { return o.string_key == name; });
    };
    if (find("noini") != given.end()) return;
    const auto named = find("config-file");
    const fs::path file = to_path(named == given.end() ? default_config : named->value.front());
    fs::path absolute = normal_path(absolute_path(invocation.start_directory, file));
    std::error_code error;
    // Some GUIs start an engine in another folder, and have no field for arguments.
    if (named == given.end() && !engine_on_command_line && program_directory &&
        !fs::exists(absolute, error)) {
        const fs::path folder = program_directory();
        if (!folder.empty() && fs::exists(folder / file, error)) {
            invocation.start_directory = folder;
            absolute = folder / file;
        }
    }
    // This is no error, unlike in PolyGlot, because the command line has everything that is needed.
    if (named == given.end() && engine_on_command_line && !fs::exists(absolute, error)) return;

    invocation.config_file = absolute;
    Configuration& configuration = invocation.configuration;
    const Result<std::string> text = read_file(absolute);
    if (text.has_error()) {
        add_fatal(configuration, to_text(absolute), "config file " + text.error().message,
                  named == given.end()
                      ? "name another, or the engine: polyglot -- ENGINE; or make one "
                        "in the browser: polyglot setup"
                      : "polyglot setup makes one in the browser");
        return;
    }
    configuration.read_included = [](const std::string& included) {
        return read_file(to_path(included));
    };
    config::load_ini(configuration, *text, to_text(absolute));
    if (configuration.provenance.of(*config::find_option("SettingsFile")).kind ==
        Origin::Kind::Default)
        configuration.settings.settings_file = to_text(file);
}

bool names_engine(const po::option& given) {
    if (given.value.empty()) return false;
    if (given.string_key == "ec") return true;
    const std::string& value = given.value.front();
    return given.string_key == "pg" &&
           text::equal_ignoring_case(text::trim(std::string_view(value).substr(0, value.find('='))),
                                     "EngineCommand");
}

// In "-help options" the topic looks like a config file.
bool names_options(const std::vector<po::option>& given) {
    return std::any_of(given.begin(), given.end(), [](const po::option& option) {
        return option.string_key == "config-file" && option.value.front() == "options";
    });
}

} // namespace

Result<Invocation> parse_command_line(std::span<const std::string_view> args,
                                      const fs::path& start_directory,
                                      config::Environment environment,
                                      const FolderFinder& program_directory) {
    const auto dashes = std::find(args.begin(), args.end(), "--");
    const auto own = args.first(static_cast<std::size_t>(dashes - args.begin()));
    const Result<std::vector<po::option>> given = parse_arguments(own);
    if (given.has_error()) return given.error();

    Invocation invocation;
    invocation.start_directory = start_directory;
    for (const po::option& option : *given) {
        if (option.string_key == "help" || option.string_key == "h")
            invocation.action = names_options(*given) ? Action::HelpOptions : Action::Help;
        if (option.string_key == "version" || option.string_key == "v")
            invocation.action = Action::Version;
        if (option.string_key == "check-config") invocation.action = Action::CheckConfig;
        if (option.string_key == "all") invocation.all_settings = true;
        if (option.string_key == "no-start") invocation.start_engine = false;
        if (option.string_key == "start") invocation.start_engine = true;
        if (option.string_key == "print-example-config") invocation.action = Action::PrintExample;
        if (invocation.action != Action::Run && invocation.action != Action::CheckConfig)
            return invocation;
    }

    Configuration& configuration = invocation.configuration;
    configuration.environment = std::move(environment);
    if (dashes != args.end()) {
        configuration.settings.engine_argv.assign(dashes + 1, args.end());
        if (configuration.settings.engine_argv.empty()) return make_error("no engine after --");
    }
    const bool engine_named =
        dashes != args.end() || std::any_of(given->begin(), given->end(), names_engine);
    load_config_file(invocation, *given, engine_named, program_directory);
    for (const po::option& option : *given)
        apply(configuration, option);
    config::settle_books(configuration);
    config::check_placeholders(configuration);

    if (!config::has_fatal(configuration.diagnostics)) {
        const auto words = config::engine_words(configuration.settings);
        if (words.has_error())
            add_fatal(configuration, invocation.config_file ? to_text(*invocation.config_file) : "",
                      words.error().message,
                      "set EngineCommand in [PolyGlot], or give the engine: polyglot -- ENGINE");
    }
    return invocation;
}

void find_default_book(Invocation& invocation) {
    std::error_code error;
    config::Configuration& configuration = invocation.configuration;
    const std::filesystem::file_status book =
        std::filesystem::status(absolute_path(invocation.start_directory,
                                              to_path(configuration.settings.default_book_file)),
                                error);
    if (book.type() != std::filesystem::file_type::not_found) return;
    configuration.settings.default_book_file = openings::starter_name;
    config::settle_books(configuration);
}

std::string version_text() {
    std::string text = "polyglot " POLYGLOT_VERSION;
    const std::string_view commit = POLYGLOT_COMMIT; // empty if unknown
    if (!commit.empty() && commit != "v" POLYGLOT_VERSION) text += " (" + std::string(commit) + ')';
    return text + '\n';
}

} // namespace polyglot::cli
