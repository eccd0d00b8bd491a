// `polyglot engine-test` tests whether an engine follows its protocol.
#include "tools/engine_test/engine_test.hpp"

#include "adapter/engine/launch_plan.hpp"
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/engine.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/terminal.hpp"
#include "tools/engine_test/launch_name.hpp"
#include "tools/engine_test/run.hpp"
#include "tools/engine_test/uci.hpp"
#include "tools/engine_test/xboard.hpp"
#include "tools/engines/adapter_arguments.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <ostream>
#include <utility>
#include <variant>

namespace polyglot::tools {

namespace {

using namespace engine_test;

constexpr int exit_some_failed = exit_bad_input;
constexpr int exit_engine_not_started = 3;

struct Request {
    cli::Invocation invocation; // the engine and its options, as the adapter reads them
    std::string protocol;       // uci, xboard, auto
    std::vector<std::string> only;
    Limits limits;
    bool list = false;
    bool json = false;
    bool verbose = false;
};

bool knows_step(std::string_view wanted) {
    const std::vector<std::string> only{std::string(wanted)};
    const auto selects = [&only](const auto& step) { return is_selected(step.name, only); };
    const auto uci = uci_steps();
    const auto xboard = xboard_steps();
    return std::ranges::any_of(uci, selects) || std::ranges::any_of(xboard, selects);
}

// A word that is not a config file names the engine itself.
void take_word(SplitArguments& split, std::string_view word) {
    if (!text::equal_ignoring_case(to_text(to_path(word).extension()), ".ini"))
        split.adapter.insert(split.adapter.end(), {"-noini", "-ec"});
    split.adapter.push_back(word);
}

std::variant<Request, int> read_request(Arguments args, std::ostream& out, std::ostream& err) {
    Request request;
    OptionTable option(
        "polyglot engine-test [ENGINE | CONFIGFILE] [OPTION]... [-- ENGINE [ARGUMENT]...]",
        "options, besides polyglot's for the engine (-ec, -ed, -uci, -pg ...)");
    option("protocol", "P",
           one_of(request.protocol, {{"uci", "uci"}, {"xboard", "xboard"}, {"auto", "auto"}}),
           "uci, xboard, or auto to detect it (default: EngineProtocol of the ini, auto)");
    option("only", "STEP", request.only,
           "run only this step or group (handshake, positions ...); may be repeated");
    option("list", request.list, "list the steps and their rules");
    option("json", request.json, "print the report as JSON");
    option("timeout", "S", seconds(request.limits.reply, 0.1, 3600),
           "how long an answer may take, in seconds (default: 5); the start may take StartTimeout "
           "(10)");
    option("v", request.verbose, "also show rules and the last lines of passed steps");
    const SplitArguments split = split_arguments(args, option, take_word);
    const auto check = [&request] {
        for (const std::string& wanted : request.only)
            if (!knows_step(wanted))
                refuse("there is no step " + wanted + "; -list shows the steps");
    };
    if (const auto over = option.read(split.own, out, err, check)) return *over;
    if (request.list) return request;

    auto invocation =
        read_adapter_options(split.adapter, std::filesystem::current_path(), option, err);
    if (const int* const status = std::get_if<int>(&invocation)) return *status;
    request.invocation = std::move(std::get<cli::Invocation>(invocation));
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
    return std::ranges::any_of(
               report.steps, [](const StepReport& step) { return step.verdict == Verdict::Failed; })
               ? exit_some_failed
               : exit_done;
}

} // namespace

int run_engine_test(Arguments args, std::istream& /*in*/, std::ostream& out, std::ostream& err) {
    const auto read = read_request(args, out, err);
    if (const int* const status = std::get_if<int>(&read)) return *status;
    const auto& request = std::get<Request>(read);
    if (request.list) {
        list_steps("uci", uci_steps(), out);
        list_steps("xboard", xboard_steps(), out);
        return exit_done;
    }
    const io::LaunchPlan plan = io::plan_launch(request.invocation.configuration.settings,
                                                request.invocation.start_directory);
    if (const auto* failure = std::get_if<io::StartFailure>(&plan)) {
        err << "polyglot engine-test: " << failure->message << '\n';
        return failure->code == session::ExitCode::EngineNotStarted ? exit_engine_not_started
                                                                    : exit_bad_usage;
    }
    try {
        return run(request, std::get<io::EngineLaunch>(plan), out, err);
    } catch (const Interrupted&) {
        return exit_interrupted;
    }
}

} // namespace polyglot::tools
