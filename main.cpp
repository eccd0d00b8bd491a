// Runs the command or the adapter that argv names. This is the only place that catches all
// exceptions. README.md, "Exit status", has the exit codes.
#include "adapter/cli/arguments.hpp"
#include "adapter/cli/check_config.hpp"
#include "adapter/cli/command_line.hpp"
#include "adapter/cli/first_argument.hpp"
#include "adapter/cli/help.hpp"
#include "adapter/engine/find_program.hpp"
#include "adapter/engine/launch_plan.hpp"
#include "adapter/engine/path_names.hpp"
#include "adapter/shell/adapter.hpp"
#include "adapter/shell/log_file.hpp"
#include "adapter/shell/settings_file.hpp"
#include "adapter/shell/standard_streams.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/environment.hpp"
#include "storage/files/own_program.hpp"
#include "storage/files/owner.hpp"
#include "storage/stores/learn_store.hpp"
#include "storage/stores/server_store.hpp"
#include "tools/books/edit/list_formats.hpp"
#include "tools/common/commands.hpp"
#include "tools/common/flush_output.hpp"
#include "tools/common/path_environment.hpp"
#include "tools/common/terminal.hpp"
#include "tools/common/terminal_buffer.hpp"
#include "tools/common/text_style.hpp"
#include "tools/engines/check_engine.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot {
namespace {

using session::ExitCode;

constexpr int usage_error = static_cast<int>(ExitCode::ConfigurationError);

using Run = int (*)(tools::Arguments, std::istream&, std::ostream&, std::ostream&);
struct Command {
    std::string_view name;
    Run run;
    std::string_view summary;
};
// The order is that of the help.
constexpr auto commands = std::to_array<Command>({
    {"make-book", tools::run_make_book, "a book from games"},
    {"merge-book", tools::run_merge_book, "one book from several"},
    {"convert-book", tools::run_convert_book,
     "a book in another format, or as CSV, JSON or PGN and back"},
    {"info-book", tools::run_info_book, "what is in a book"},
    {"find-book", tools::run_find_book, "what a book has in a position"},
    {"show-book", tools::run_show_book, "a book as a tree: text, HTML, Graphviz"},
    {"explore", tools::run_explore, "books in the browser, on a board"},
    {"dump-book", tools::run_dump_book, "all lines of a book for one side"},
    {"edit-book", tools::run_edit_book, "change weights and moves, with undo"},
    {"verify-book", tools::run_verify_book, "find the faults of a book"},
    {"repair-book", tools::run_repair_book, "mend them"},
    {"diff-book", tools::run_diff_book, "what differs between two books"},
    {"intersect-book", tools::run_intersect_book, "what two books have in common"},
    {"subtract-book", tools::run_subtract_book, "what only the first has"},
    {"learn-book", tools::run_learn_book, "show, move or forget the results learnt from games"},
    {"grow-book", tools::run_grow_book, "a book that an engine grows by its own analysis"},
    {"rate-book", tools::run_rate_book, "the worst moves of a book, by engines"},
    {"openings-book", tools::run_openings_book, "start positions for matches, from a book"},
    {"setup", tools::run_setup, "an engine with a book for your GUI, in the browser"},
    {"make-config", tools::run_make_config,
     "the ini files of engines, and a match runner's command line"},
    {"engine-test", tools::run_engine_test, "test how an engine keeps its protocol"},
    {"epd-test", tools::run_epd_test, "count the test positions that an engine solves"},
    {"pgn-stat", tools::run_pgn_stat, "figures of PGN files"},
    {"log-stat", tools::run_log_stat, "games, book moves and lag, from logs"},
    {"replay", tools::run_replay, "play a log again and compare"},
    {"perft", tools::run_perft, "count moves"},
    {"key", tools::run_key, "the key of a position"},
});

int check_config(const cli::Invocation& invocation) {
    const cli::Inspectors inspectors{
        .find_engine =
            [&invocation](const config::Settings& settings,
                          const std::vector<std::string>& words) -> Result<std::filesystem::path> {
            const auto program = io::find_engine(settings, words, invocation.start_directory);
            if (!program) return program.error();
            return program->executable;
        },
        .engine_words =
            [&invocation](const config::Settings& settings) {
                return io::engine_words(settings, invocation.start_directory);
            },
        .find_book_program =
            [&invocation](const std::vector<std::string>& words) -> Result<std::filesystem::path> {
            const auto program = io::find_program(words.front(), ".", invocation.start_directory,
                                                  io::environment_variable("PATH").value_or(""));
            if (!program) return program.error();
            return program->executable;
        },
        .describe_book = [](const std::filesystem::path& path) -> Result<cli::BookDescription> {
            auto book = io::open_book(path);
            if (!book) return book.error();
            return cli::BookDescription{book->format + " book, " + std::to_string(book->entries) +
                                            " entries",
                                        std::move(book->warnings)};
        },
        .describe_results =
            [&invocation](const config::Settings& settings) {
                return io::find_learn_store(settings, invocation.start_directory);
            },
        .ask_engine = tools::check_engine,
        .recall =
            [&invocation](config::Configuration configuration,
                          const std::optional<std::string>& engine_name) {
                return engine_name
                           ? io::recall_settings(std::move(configuration), invocation.config_file,
                                                 invocation.start_directory, *engine_name)
                           : io::recall_known_settings(std::move(configuration),
                                                       invocation.config_file,
                                                       invocation.start_directory);
            },
        .try_log = io::LogFile::check,
        .is_anothers = io::is_anothers,
        .path_names = io::path_names};
    const cli::ConfigReport report = cli::check_config(invocation, inspectors);
    std::cout << text::shown_lines(report.text);
    return report.fine ? 0 : 1;
}

// Returns the engine to start, or the reason why there is none, which is shown in the GUI, so that
// the adapter does not end without a word.
io::LaunchPlan plan_engine(const cli::Invocation& invocation) {
    const std::vector<config::Diagnostic>& diagnostics = invocation.configuration.diagnostics;
    const auto fatal =
        std::ranges::find(diagnostics, config::Severity::Fatal, &config::Diagnostic::severity);
    if (fatal == diagnostics.end())
        return io::plan_launch(invocation.configuration.settings, invocation.start_directory);
    const std::string place =
        fatal->file.empty()
            ? ""
            : fatal->file + (fatal->line > 0 ? ":" + std::to_string(fatal->line) : "") + ": ";
    const std::string hint = fatal->hint.empty() ? "" : "; " + fatal->hint;
    return io::StartFailure{ExitCode::ConfigurationError, place + fatal->message + hint};
}

session::RecalledSettings recall_settings(const cli::Invocation& invocation,
                                          const std::string& engine_name) {
    config::Configuration recalled = io::recall_settings(
        invocation.configuration, invocation.config_file, invocation.start_directory, engine_name);
    session::RecalledSettings result{std::move(recalled.settings), {}};
    for (std::size_t i = invocation.configuration.diagnostics.size();
         i < recalled.diagnostics.size(); ++i)
        result.notes.push_back(config::render(recalled.diagnostics[i]));
    return result;
}

int run_adapter(cli::Invocation invocation) {
    io::AdapterStart start{.settings = invocation.configuration.settings,
                           .engine = plan_engine(invocation),
                           .start_directory = invocation.start_directory,
                           .recall_settings = [&invocation](const std::string& engine_name) {
                               return recall_settings(invocation, engine_name);
                           }};
    const config::Origin save =
        invocation.configuration.provenance.of(*config::find_option("SettingsFile"));
    if (save.kind == config::Origin::Kind::File) start.books_of_save = invocation.config_file;
    start.notes.emplace_back(text::trim(cli::version_text()));
    start.notes.push_back("config file: " +
                          (invocation.config_file ? to_text(*invocation.config_file) : "none"));
    for (const config::Diagnostic& diagnostic : invocation.configuration.diagnostics)
        start.notes.push_back(config::render(diagnostic));
    start.warning = config::summarise(invocation.configuration.diagnostics);
    if (const auto* failure = std::get_if<io::StartFailure>(&start.engine)) {
        // xboard mixes standard error into the protocol, where "#" begins a comment.
        std::cerr << (io::stdin_is_terminal() ? "" : "# ") << "polyglot: " << failure->message
                  << "\n";
        if (io::stdin_is_terminal())
            return static_cast<int>(failure->code); // shown on a terminal, since there is no GUI
    }
    if (io::stdin_is_terminal())
        std::cerr
            << "polyglot: waiting for the commands of a GUI; to let a GUI start this command, "
               "see polyglot setup\n";
    return static_cast<int>(io::run_adapter(std::move(start)));
}

// Returns the index of the command's name in args. As in PolyGlot, the config file and options may
// come before it; an option's value is not a command. Every option but -noini is assumed to have a
// value.
std::optional<std::size_t> find_command(const std::vector<std::string_view>& args) {
    for (std::size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
        const std::string_view before = i > 0 ? args[i - 1] : std::string_view();
        const bool is_value = before.starts_with('-') && before != "-noini" &&
                              before != "--noini" &&
                              before.find('=') == std::string_view::npos; // -name=value
        if (!is_value &&
            std::ranges::any_of(commands, [&](const Command& c) { return c.name == args[i]; }))
            return i;
    }
    return std::nullopt;
}

int run_command(std::vector<std::string_view> args, std::size_t at) {
    const auto command = std::ranges::find(commands, args[at], &Command::name);
    args.erase(args.begin() + static_cast<std::ptrdiff_t>(at));
    return command->run(args, std::cin, std::cout, std::cerr);
}

// Returns the current directory. If it has been removed it has no name, so that only absolute paths
// work.
std::filesystem::path start_directory() {
    std::error_code error;
    std::filesystem::path current = std::filesystem::current_path(error);
    return error ? std::filesystem::path(u8"/") : current;
}

// Returns an empty path if the system does not say where the program is.
std::filesystem::path program_directory() {
    const auto program = io::own_program();
    return program ? program->parent_path() : std::filesystem::path();
}

std::string help() {
    std::vector<cli::CommandSummary> summaries;
    summaries.reserve(commands.size());
    for (const Command& command : commands)
        summaries.push_back({command.name, command.summary});
    return cli::help_text(summaries);
}

std::string explain(std::string_view word, const std::filesystem::path& start) {
    std::error_code error;
    const std::filesystem::path file = absolute_path(start, to_path(word));
    if (const auto sentence = cli::explain_first_argument(file, std::string(word)))
        return *sentence;
    if (std::filesystem::exists(file, error)) return {};
    if (const auto sentence = cli::explain_missing_file(file, std::string(word))) return *sentence;
    std::vector<std::string_view> names{"help"};
    names.reserve(commands.size() + 1);
    for (const Command& command : commands)
        names.push_back(command.name);
    if (const auto sentence = cli::explain_command(word, names)) return *sentence;
    const bool plain = word.find_first_of("./\\ ") == std::string_view::npos;
    return plain && io::find_engine({}, {std::string(word)}, start) ? cli::explain_engine(word)
                                                                    : std::string();
}

// Handles `polyglot help`, `polyglot help COMMAND`, `polyglot help options` and `polyglot help
// formats`.
int run_help(const std::vector<std::string_view>& args) {
    if (args.size() > 1) {
        const std::vector<std::string_view> asked{args[1], "-help"};
        if (const auto command = find_command(asked); command == std::size_t{0})
            return run_command(asked, 0);
        if (args[1] == "formats") {
            std::cout << tools::list_formats();
            return 0;
        }
        if (args[1] != "options") {
            const std::string sentence = explain(args[1], start_directory());
            std::cerr << "polyglot: "
                      << (sentence.empty() ? "there is no command " + text::quote(args[1])
                                           : sentence)
                      << '\n';
            return usage_error;
        }
        std::cout << cli::options_help(tools::style_of(std::cout).columns);
        return 0;
    }
    std::cout << help();
    return 0;
}

// A double click on the program, without an ini file. The window closes with the program, so that
// an error waits to be read. A GUI starts this program with pipes, and never comes here.
int run_double_click() {
    const int status = tools::run_setup({}, std::cin, std::cout, std::cerr);
    if (status == 0) return status;
    std::cout << "\npolyglot adds an opening book to a chess engine, in a GUI.\n"
                 "polyglot help lists its commands.\n\nPress Enter to close this window.\n"
              << std::flush;
    std::string line;
    std::getline(std::cin, line);
    return status;
}

// Explains a file, a command or an engine in place of a config file, in a sentence for a person at
// a terminal. A GUI gets this sentence instead of the errors of the file.
std::optional<std::string> explain_mistake(const std::vector<std::string_view>& args) {
    const auto file = cli::find_config_file(args);
    if (!file) return std::nullopt;
    if (auto sentence = cli::explain_blanks(start_directory(), args, *file)) return sentence;
    std::string sentence = explain(args[*file], start_directory());
    return sentence.empty() ? std::nullopt : std::optional(std::move(sentence));
}

int run(const std::vector<std::string_view>& args) {
    if (!args.empty() && args.front() == "help") return run_help(args);
    if (const auto command = find_command(args)) return run_command(args, *command);
    std::error_code error;
    const bool at_terminal = io::stdin_is_terminal() && io::stdout_is_terminal();
    if (args.empty() && at_terminal &&
        !std::filesystem::exists(start_directory() / "polyglot.ini", error) &&
        !std::filesystem::exists(program_directory() / "polyglot.ini", error)) {
        if (io::has_console_to_itself()) return run_double_click();
        std::cout << help();
        return usage_error;
    }
    auto invocation = cli::parse_command_line(args, start_directory(), tools::path_environment(),
                                              program_directory);
    const bool reads_file = !invocation || invocation->action == cli::Action::Run ||
                            invocation->action == cli::Action::CheckConfig;
    const auto mistake = reads_file ? explain_mistake(args) : std::nullopt;
    const std::string reason = mistake       ? *mistake
                               : !invocation ? invocation.error().message
                                             : std::string();
    if ((!invocation && !io::stdin_is_pipe()) || (mistake && at_terminal)) {
        std::cerr << "polyglot: " << reason << '\n';
        return usage_error;
    }
    // A GUI shows its user what the engine says, but not what it writes to standard error.
    if (!invocation) {
        invocation = cli::Invocation();
        invocation->start_directory = start_directory();
    }
    if (!reason.empty())
        invocation->configuration.diagnostics.insert(
            invocation->configuration.diagnostics.begin(),
            {config::Severity::Fatal, "", 0, 0, 0, reason, "", ""});
    cli::find_default_book(*invocation);
    switch (invocation->action) {
    case cli::Action::Help: std::cout << help(); return 0;
    case cli::Action::HelpOptions:
        std::cout << cli::options_help(tools::style_of(std::cout).columns);
        return 0;
    case cli::Action::Version: std::cout << cli::version_text(); return 0;
    case cli::Action::PrintExample: std::cout << config::generate_example(); return 0;
    case cli::Action::CheckConfig: return check_config(*invocation);
    case cli::Action::Run: break;
    }
    return run_adapter(std::move(*invocation));
}

// Everything that a terminal is changed for is undone when it returns.
int run_with_streams(int argc, char** argv) {
    io::prepare_standard_streams();
    const io::TerminalText terminal_text;
    std::ios::sync_with_stdio(false);
    // File names may contain control characters.
    std::optional<tools::TerminalBuffer> out;
    std::optional<tools::TerminalBuffer> err;
    if (io::stdout_is_terminal()) out.emplace(std::cout);
    if (io::stderr_is_terminal()) err.emplace(std::cerr);
    const std::vector<std::string> args = cli::command_line_arguments(argc, argv);
    const int status = run({args.begin(), args.end()});
    return tools::flush_output(std::cout, std::cerr, status);
}

} // namespace
} // namespace polyglot

int main(int argc, char** argv) {
    int status = static_cast<int>(polyglot::session::ExitCode::InternalError);
    try {
        status = polyglot::run_with_streams(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "polyglot: " << error.what() << "\n";
    } catch (...) {
        std::cerr << "polyglot: unknown error\n";
    }
    if (polyglot::io::has_started_server_thread()) std::_Exit(status);
    return status;
}
