// `polyglot engine-test` tests whether an engine follows its protocol.
#include "tools/engine_test/engine_test.hpp"

#include "adapter/cli/command_line.hpp"
#include "adapter/engine/launch_plan.hpp"
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/engine.hpp"
#include "config/diagnostic.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/path_environment.hpp"
#include "tools/common/terminal.hpp"
#include "tools/engine_test/launch_name.hpp"
#include "tools/engine_test/run.hpp"
#include "tools/engine_test/uci.hpp"
#include "tools/engine_test/xboard.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace polyglot::tools {

namespace {

using namespace engine_test;

constexpr int exit_some_failed = exit_bad_input;
constexpr int exit_engine_not_started = 3;
constexpr std::string_view usage =
    "polyglot engine-test ENGINE | engine.ini | -ec \"ENGINE ARGS\" [-ed DIR]\n"
    "       [-protocol uci|xboard|auto] [-uci NAME=VALUE]... [-only STEP]...\n"
    "       [-list] [-json] [-timeout S] [-v]";

struct Request {
    cli::Invocation invocation; // the engine and its options, as parsed by the adapter
    std::string protocol;       // uci, xboard, auto
    std::vector<std::string> only;
    Limits limits;
    bool list = false;
    bool json = false;
    bool verbose = false;
    bool help = false;
};

Result<Milliseconds> parse_timeout(std::string_view text) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc{} || end != text.data() + text.size() ||
        !(seconds >= 0.1 && seconds <= 3600))
        return make_error("-timeout takes seconds from 0.1 to 3600, not '" + std::string(text) +
                          "'");
    return Milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

// Parses an option of engine-test; returns false if it is not one. A missing required value is an
// error.
template <class NextValue>
Result<bool> take_own_option(Request& request, std::string_view name, NextValue next_value) {
    bool* const flag = name == "list"                  ? &request.list
                       : name == "json"                ? &request.json
                       : name == "v"                   ? &request.verbose
                       : name == "help" || name == "h" ? &request.help
                                                       : nullptr;
    if (flag != nullptr) return *flag = true;
    if (name != "only" && name != "protocol" && name != "timeout") return false;
    const Result<std::string> value = next_value();
    if (!value) return value.error();
    if (name == "only") request.only.push_back(*value);
    if (name == "protocol") {
        if (*value != "uci" && *value != "xboard" && *value != "auto")
            return make_error("-protocol is uci, xboard or auto, not '" + *value + "'");
        request.protocol = *value;
    }
    if (name == "timeout") {
        const auto timeout = parse_timeout(*value);
        if (!timeout) return timeout.error();
        request.limits.reply = *timeout;
    }
    return true;
}

// Takes out the options of engine-test; the rest is the adapter's command line.
Result<Request> parse_request(Arguments args) {
    Request request;
    std::vector<std::string_view> rest;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--") {
            rest.insert(rest.end(), args.begin() + static_cast<std::ptrdiff_t>(i), args.end());
            break;
        }
        std::string_view name = args[i];
        const bool is_option = name.starts_with('-');
        while (name.starts_with('-'))
            name.remove_prefix(1);
        const std::size_t equals = name.find('=');
        const auto next_value = [&]() -> Result<std::string> {
            if (equals != std::string_view::npos) return std::string(name.substr(equals + 1));
            if (i + 1 == args.size())
                return make_error("option -" + std::string(name) + " needs a value");
            return std::string(args[++i]);
        };
        const auto taken =
            is_option ? take_own_option(request, name.substr(0, equals), next_value) : false;
        if (!taken) return taken.error();
        if (*taken) continue;
        // The argument is the engine itself and not a config file that names it.
        if (!is_option && !text::equal_ignoring_case(to_text(to_path(args[i]).extension()), ".ini"))
            rest.insert(rest.end(), {"-noini", "-ec"});
        rest.push_back(args[i]);
        // The value of an adapter option may have any form.
        if (is_option && equals == std::string_view::npos && name != "noini" && i + 1 < args.size())
            rest.push_back(args[++i]);
    }
    if (request.help || request.list) return request;
    auto invocation =
        cli::parse_command_line(rest, std::filesystem::current_path(), path_environment());
    if (!invocation) return invocation.error();
    request.invocation = std::move(*invocation);
    const auto& settings = request.invocation.configuration.settings;
    if (request.protocol.empty()) request.protocol = settings.engine_protocol;
    request.limits.start = std::max(Milliseconds(settings.start_timeout_ms), request.limits.reply);
    return request;
}

template <class Steps>
void list_steps(std::string_view protocol, const Steps& steps, std::ostream& out) {
    for (const auto& step : steps)
        out << protocol << ' ' << step.name << ": " << step.rule << '\n';
}

void print_help(std::ostream& out) {
    out << "usage: " << usage << R"(

Tests whether an engine follows the rules of its protocol. For each broken rule
it shows the lines that prove it. The engine is named by its program, by an ini
file, or as for the adapter (-ec, -- ENGINE ARGS).

  -protocol P   uci, xboard, or auto to detect it (default: EngineProtocol of the
                ini, auto)
  -only STEP    run only this step or group (handshake, positions ...); may be
                repeated
  -list         list the steps and their rules
  -json         print the report as JSON
  -timeout S    how long an answer may take, in seconds (default 5); the start may
                take StartTimeout (10)
  -v            also show rules and the last lines of passed steps

Exit status: 0 all passed, 1 something failed, 2 wrong usage, 3 the engine could
not be started.
)";
}

// Returns the protocol that an answer to `uci`, `protover 2` or an illegal move shows, or nullopt
// if no such answer arrives in time. An engine that sends its name or its options in UCI speaks
// UCI, even if it forgets uciok.
std::optional<std::string> hear_protocol(Dialogue& dialogue, Milliseconds limit) {
    using protocol::UciReply;
    using protocol::XboardReply;
    const auto deadline = Clock::now() + limit;
    while (const auto line = dialogue.read(deadline)) {
        const auto uci = protocol::parse_uci_engine_line(line->text).reply;
        if (uci == UciReply::UciOk || uci == UciReply::Id || uci == UciReply::Option) return "uci";
        const auto xboard = protocol::parse_xboard_engine_line(line->text).reply;
        if (xboard == XboardReply::Error || xboard == XboardReply::Feature ||
            xboard == XboardReply::IllegalMove)
            return "xboard";
    }
    return std::nullopt;
}

// Detects the protocol like the adapter with EngineProtocol = auto: asks in UCI and then in xboard,
// after a restart if the engine has ended (as HoiChess does), then sends an illegal move, to which
// engines of version 1 of xboard's protocol respond.
std::optional<std::string> detect_protocol(Dialogue& dialogue, Milliseconds probe,
                                           const Limits& limits) {
    dialogue.send("uci");
    if (auto found = hear_protocol(dialogue, probe)) return found;
    if (!dialogue.talks() && !dialogue.start()) return std::nullopt;
    dialogue.send("xboard");
    dialogue.send("protover 2");
    if (auto found = hear_protocol(dialogue, std::min(limits.handshake, limits.start)))
        return found;
    dialogue.send("a1a1");
    return hear_protocol(dialogue, limits.start);
}

// Reports one failed step, because without a protocol the others have no rules.
void report_unknown_protocol(const Dialogue& dialogue, Report& report, ReportWriter& writer) {
    report.protocol = "unknown";
    StepReport step;
    step.name = "handshake/protocol";
    step.rule = "Answers uci with uciok, or protover 2 with features or an error.";
    step.verdict = Verdict::Failed;
    step.faults = {
        dialogue.talks()
            ? "the engine answers neither uci nor protover 2 (one of the first version of the "
              "xboard protocol may be silent: -protocol xboard)"
            : dialogue.how_it_ended() + ", and has answered neither uci nor protover 2"};
    step.wire = dialogue.last_lines(shown_lines);
    report.took = step.took = std::chrono::duration_cast<Milliseconds>(Clock::now() - report.began);
    report.steps.push_back(std::move(step));
    writer.begin(report);
    writer.step(report.steps.back());
    writer.end(report);
}

void run_steps_of(const Request& request, const io::EngineLaunch& launch, Report& report,
                  ReportWriter& writer, StepProgress& progress) {
    const auto& options = request.invocation.configuration.settings.engine_options;
    if (report.protocol == "uci") {
        UciTester tester(launch, request.limits, options);
        run_steps(tester, uci_steps(), request.only, report, writer, progress);
    } else {
        XboardTester tester(launch, request.limits, options);
        run_steps(tester, xboard_steps(), request.only, report, writer, progress);
    }
}

// There is no progress with a report for programs, nor if standard error is not ours (tests).
ProgressStyle progress_style(const Request& request, const std::ostream& err) {
    if (request.json || &err != &std::cerr) return ProgressStyle::None;
    return io::stderr_is_terminal() ? ProgressStyle::Bar : ProgressStyle::Plain;
}

int run(const Request& request, const io::EngineLaunch& launch, std::ostream& out,
        std::ostream& err) {
    Report report;
    report.engine = launch_name(launch);
    report.protocol = request.protocol;
    StepProgress progress(err, progress_style(request, err));
    const auto writer =
        request.json ? make_json_writer(out) : make_text_writer(out, request.verbose);
    {
        Dialogue first(launch);
        if (const auto started = first.start(); !started) {
            err << "polyglot engine-test: " << started.error().message << '\n';
            return exit_engine_not_started;
        }
        if (request.protocol == "auto") {
            const Milliseconds probe(request.invocation.configuration.settings.protocol_probe_ms);
            progress.begin("protocol", Clock::now());
            first.while_waiting([&progress] { progress.show(Clock::now()); });
            const auto found = detect_protocol(first, probe, request.limits);
            progress.clear();
            if (!found) {
                report_unknown_protocol(first, report, *writer);
                return exit_some_failed;
            }
            report.protocol = *found;
        }
    }
    run_steps_of(request, launch, report, *writer, progress);
    return std::any_of(report.steps.begin(), report.steps.end(),
                       [](const StepReport& step) { return step.verdict == Verdict::Failed; })
               ? exit_some_failed
               : exit_done;
}

bool knows_step(std::string_view wanted) {
    const std::vector<std::string> only{std::string(wanted)};
    const auto selects = [&only](const auto& step) { return is_selected(step.name, only); };
    const auto uci = uci_steps();
    const auto xboard = xboard_steps();
    return std::any_of(uci.begin(), uci.end(), selects) ||
           std::any_of(xboard.begin(), xboard.end(), selects);
}

} // namespace

int run_engine_test(Arguments args, std::istream& /*in*/, std::ostream& out, std::ostream& err) {
    io::begin_command();
    auto request = parse_request(args);
    if (!request) {
        err << "polyglot engine-test: " << request.error().message << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    if (request->help) {
        print_help(out);
        return exit_done;
    }
    if (request->list) {
        list_steps("uci", uci_steps(), out);
        list_steps("xboard", xboard_steps(), out);
        return exit_done;
    }
    for (const std::string& wanted : request->only) {
        if (knows_step(wanted)) continue;
        err << "polyglot engine-test: there is no step " << wanted << "; -list shows them\n";
        return exit_bad_usage;
    }
    const auto& diagnostics = request->invocation.configuration.diagnostics;
    for (const config::Diagnostic& diagnostic : diagnostics)
        err << config::render(diagnostic) << '\n';
    if (config::has_fatal(diagnostics)) return exit_bad_usage;
    const io::LaunchPlan plan = io::plan_launch(request->invocation.configuration.settings,
                                                request->invocation.start_directory);
    if (const auto* failure = std::get_if<io::StartFailure>(&plan)) {
        err << "polyglot engine-test: " << failure->message << '\n';
        return failure->code == session::ExitCode::EngineNotStarted ? exit_engine_not_started
                                                                    : exit_bad_usage;
    }
    return run(*request, std::get<io::EngineLaunch>(plan), out, err);
}

} // namespace polyglot::tools
