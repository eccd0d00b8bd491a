#include "adapter/session/session.hpp"

#include "adapter/session/uci_gui/uci_gui_side.hpp"
#include "adapter/session/xboard_gui/xboard_gui_side.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

namespace polyglot::session {

using protocol::UciReply;
using std::chrono::milliseconds;

namespace {

// An xboard host kills its engine about a second after quit. With the default of QuitTimeout all
// stages take less.
constexpr milliseconds terminate_grace{200};
constexpr milliseconds kill_grace{200};
constexpr milliseconds stop_grace{100}; // for the bestmove, before `quit`

} // namespace

Session::Session(config::Settings settings, Environment environment)
    : parts_(std::move(settings), environment),
      context_(parts_, std::move(environment), *this),
      gui_side_(std::make_unique<UciGuiSide>(context_, parts_.book, parts_.learner)),
      state_(Starting{}) {}

bool Session::engine_is_ready() const {
    if (const auto* quitting = std::get_if<Quitting>(&state_)) return quitting->engine_was_ready;
    return is_restarting() || (std::holds_alternative<Running>(state_) && engine_alive_);
}

void Session::on_engine_started(std::string program, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    program_ = std::move(program);
    engine_alive_ = true;
    event("start " + program_);
    last_stderr_.clear();
    if (engine_side_) {
        if (is_restarting()) state_ = Running{};
        if (serving()) engine_side_->on_restarted();
        finish_event();
        return;
    }
    if (is_restarting()) {
        state_ = Restarting{now + milliseconds(context_.settings().start_timeout_ms)};
        context_.to_wire("uci");
        finish_event();
        return;
    }
    state_ = Starting{.deadline = now + milliseconds(context_.settings().start_timeout_ms)};
    if (text::equal_ignoring_case(context_.settings().engine_protocol, "xboard"))
        make_engine_side(XboardEngineSide::Belief::Configured).start();
    else
        ask_in_uci();
    context_.apply_book_settings();
    finish_event();
}

void Session::on_start_failed(ExitCode code, std::string message, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    engine_alive_ = false; // this may have been a restart
    event("start-failed " + std::to_string(static_cast<int>(code)) + " " + message);
    fail(code, std::move(message));
    finish_event();
}

void Session::on_gui_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    context_.log().write(Channel::FromGui, line);
    const std::string_view text = text::trim(line);
    if (text.empty() && !gui_spoke_) return; // blank lines before the first command are ignored
    if (!gui_spoke_) choose_gui_side(text);
    gui_spoke_ = true;
    if (failure_) {
        tell_failure();
        if (std::holds_alternative<AwaitingGui>(state_)) leave();
    } else if (serving()) {
        gui_side_->on_gui_line(line);
    }
    finish_event();
}

// The protocol is detected from the GUI's first line.
void Session::choose_gui_side(std::string_view first) {
    if (context_.settings().uci || (first != "xboard" && text::next_word(first) != "protover"))
        return;
    auto xboard = std::make_unique<XboardGuiSide>(context_, parts_.book, parts_.learner,
                                                  gui_side_->take_pending_notices());
    gui_side_ = std::move(xboard);
    if (engine_is_ready()) gui_side_->on_engine_ready({});
}

void Session::on_engine_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    context_.log().write(Channel::FromEngine, line);
    parts_.supervisor.on_heard(line.size() + 1, now);
    // An isready that waits on the side of an xboard engine is answered later.
    if (std::holds_alternative<Running>(state_) && parts_.supervisor.awaits_readyok() &&
        !(engine_side_ && engine_side_->holds_isready()))
        parts_.supervisor.on_sign_of_life(now);
    if (auto* starting = std::get_if<Starting>(&state_); starting && starting->first_said.empty())
        starting->first_said = text::trim(line).substr(0, longest_sample);
    if (!engine_side_)
        on_uci_line(line);
    else if (!serving() || failure_)
        context_.note("said too late: not passed on");
    else if (engine_side_->on_engine_line(line) == XboardEngineSide::Finding::SpeaksUci)
        on_uci_after_all(line);
    if (std::holds_alternative<Running>(state_) && parts_.supervisor.floods())
        on_failure(ExitCode::EngineNotUci,
                   "engine " + program_ + " floods: it has sent megabytes that no command asks for",
                   false);
    finish_event();
}

std::size_t Session::on_engine_infos(std::string_view lines, TimePoint now, Actions& out) {
    const bool are_read =
        context_.log().enabled() || engine_side_ || !gui_side_->passes_every_info();
    const bool is_search = std::holds_alternative<Running>(state_) && engine_alive_ && !failure_ &&
                           !parts_.supervisor.is_idle() && // unasked lines are counted
                           !parts_.supervisor.awaits_readyok();
    if (are_read || !is_search) return 0;
    const std::size_t length = protocol::length_of_infos(lines);
    if (length == 0) return 0;
    context_.begin_event(now, out);
    parts_.supervisor.on_heard(length, now);
    context_.lines_to_gui(lines.substr(0, length));
    finish_event();
    return length;
}

void Session::on_uci_line(std::string_view line) {
    on_uci_reply(line, protocol::parse_uci_engine_line(line));
}

// line comes from a UCI engine, or is the translation of a line of an xboard engine.
void Session::on_uci_reply(std::string_view line, const protocol::UciEngineLine& parsed) {
    if (is_starting() && engine_alive_) {
        on_handshake_line(line, parsed);
        return;
    }
    if (!hears_engine()) return;
    if (is_restarting() && !engine_side_) {
        on_restarted_line(parsed);
        return;
    }
    switch (parsed.reply) {
    case UciReply::Info: // by far the most frequent reply, which answers no command
        gui_side_->on_info(EngineInfo(line, parsed.arguments));
        if (parts_.supervisor.awaits_readyok() && protocol::has_torn_readyok(parsed.arguments))
            on_readyok("readyok", {UciReply::ReadyOk, {}});
        return;
    case UciReply::BestMove: {
        const protocol::BestMove best = protocol::parse_bestmove(parsed.arguments);
        if (!serving() || takes_bestmove(parsed.arguments, best))
            on_move({.line = line, .best = best});
        return;
    }
    case UciReply::Id:
        parts_.engine_options.on_id(parsed.arguments);
        learn_name(); // an xboard engine may send its name late
        gui_side_->on_engine_line(shown_id(line, parsed.arguments), parsed);
        return;
    case UciReply::Option: {
        const std::size_t before = parts_.engine_options.all().size();
        const std::string shown = shown_option(line);
        if (parts_.engine_options.all().size() > before)
            set_late_option(parts_.engine_options.all().back());
        learn_variants();
        if (!shown.empty()) gui_side_->on_engine_line(shown, parsed);
        return;
    }
    case UciReply::ReadyOk: on_readyok(line, parsed); return;
    case UciReply::UciOk:
    case UciReply::Other:
        parts_.supervisor.on_said(parsed.reply, context_.now());
        gui_side_->on_engine_line(line, parsed);
        return;
    }
}

// Sends an isready of the adapter while the engine is idle.
void Session::probe_lag() {
    if (!parts_.lag.wants_probe() || !engine_is_ready() || !serving() || failure_ ||
        !parts_.supervisor.is_idle())
        return;
    parts_.lag.on_probe(context_.now());
    context_.ask_ready(Supervisor::Asker::LagProbe);
}

void Session::on_lag_probe_answered(bool is_certain) {
    const auto took = parts_.lag.on_answered(is_certain, context_.now());
    if (took)
        context_.note("EngineLag: an answer takes " +
                      text::format_seconds(static_cast<int>(took->count())) +
                      "; taken off the clock: " +
                      text::format_seconds(static_cast<int>(parts_.lag.lag().count())));
}

void Session::on_readyok(std::string_view line, const protocol::UciEngineLine& parsed) {
    if (!parts_.supervisor.on_readyok(context_.now()))
        gui_side_->on_engine_line(line, parsed);
    else if (parts_.supervisor.has_answered_readyoks())
        release_readyoks(line);
    else
        context_.note("a readyok that answers an earlier isready: not passed on");
}

// line is the readyok for a UCI GUI.
void Session::release_readyoks(std::string_view line) {
    while (const auto answer = parts_.supervisor.take_answered_readyok()) {
        switch (answer->asker) {
        case Supervisor::Asker::GuiSide: gui_side_->on_ready(line); break;
        case Supervisor::Asker::LagProbe: on_lag_probe_answered(answer->is_certain); break;
        case Supervisor::Asker::Fence: gui_side_->on_settled(); break;
        }
    }
}

// Returns false, with a note, if the engine's lines are ignored: it has failed, or is not ready.
bool Session::hears_engine() {
    if (engine_is_ready() && !failure_) return true;
    context_.note("said too late: not passed on");
    return false;
}

void Session::on_move(const EngineMove& move) {
    const std::optional<RunningSearch> answered =
        parts_.supervisor.on_said(UciReply::BestMove, context_.now());
    if (parts_.supervisor.take_needed_fence() && serving())
        context_.ask_ready(Supervisor::Asker::Fence);
    if (parts_.supervisor.take_missed_uci() && serving()) context_.to_wire("uci");
    gui_side_->on_search_answered(move, answered ? &*answered : nullptr);
    if (is_stopping()) send_quit();
    parts_.lag.on_idle();
}

// Returns false if the move does not answer the running search, or the engine is replaced because
// of the move.
bool Session::takes_bestmove(std::string_view arguments, const protocol::BestMove& best) {
    const bool twice = parts_.supervisor.is_said_twice(arguments);
    parts_.supervisor.on_bestmove(arguments);
    if (twice) {
        context_.note("said twice: not passed on");
        return false;
    }
    const bool replaces = may_replace();
    // The GUI judges the move, and without a log an objection has no reader.
    if (!replaces && !context_.log().enabled()) return true;
    const std::string objection = gui_side_->objection_to(best.move);
    if (objection.empty()) return true;
    const std::string message = "engine " + program_ + " " + objection;
    context_.note_failure(message);
    if (replaces) replace_engine(message, false);
    return !replaces;
}

// The new process replaces the old one; the GUI is not sent these lines.
void Session::on_restarted_line(const protocol::UciEngineLine& parsed) {
    if (parsed.reply != UciReply::UciOk) return;
    state_ = Running{};
    parts_.lag.on_replaced();
    for (const std::string& line : parts_.supervisor.briefing(context_.now()))
        context_.to_wire(line);
}

// The GUI side's reaction to a reply may cause further replies.
void Session::take_engine_side_replies() {
    while (engine_side_) {
        const auto reply = engine_side_->take_reply();
        if (!reply) break;
        on_engine_side_reply(*reply);
    }
}

void Session::on_engine_side_reply(const EngineReply& reply) {
    if (const auto* text = std::get_if<TextReply>(&reply)) {
        on_uci_reply(text->line, {text->reply, text->arguments()});
    } else if (const auto* raw = std::get_if<RawReply>(&reply)) {
        if (engine_is_ready() && !failure_) gui_side_->on_xboard_engine_line(raw->line);
    } else if (const auto* notice = std::get_if<NoticeReply>(&reply)) {
        gui_side_->tell_user(notice->text);
    } else if (!hears_engine()) {
        return;
    } else if (const auto* info = std::get_if<InfoReply>(&reply)) {
        const protocol::UciInfo fields = info->info();
        gui_side_->on_info(EngineInfo(fields));
    } else if (const auto* failed = std::get_if<NoMoveReply>(&reply)) {
        on_no_move(*failed);
    } else {
        on_move({.best = std::get<MoveReply>(reply).best()});
    }
}

void Session::on_gui_closed(TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event("gui closed");
    drop_failure_report();
    if (std::holds_alternative<AwaitingGui>(state_))
        leave();
    else if (serving())
        gui_side_->on_gui_closed();
    finish_event();
}

void Session::on_terminate(TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event("terminate");
    drop_failure_report();
    if (std::holds_alternative<AwaitingGui>(state_))
        leave();
    else if (serving())
        begin_quit();
    finish_event();
}

void Session::on_interrupt(TimePoint now, Actions& out) {
    if (gui_side_->interrupts_to_end()) {
        on_terminate(now, out);
    } else if (!ended()) {
        context_.begin_event(now, out);
        event("interrupt");
    }
}

// After a failure the session must not wait for a GUI that is gone, or for any GUI after SIGTERM.
void Session::drop_failure_report() {
    if (failure_) failure_->is_reported = true;
}

void Session::on_results_due(TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event("results due");
    parts_.learner.write_results(context_);
    finish_event();
}

// Does what the event has deferred, then checks the invariants. Called for every line of a flood.
void Session::finish_event() {
    if (engine_side_ || !deferred_.empty()) run_deferred();
    while (parts_.supervisor.has_answered_readyoks()) { // answered by another line than a readyok
        context_.note("an isready without an answer counts as answered: the engine is alive");
        release_readyoks("readyok");
        run_deferred();
    }
    probe_lag();
#ifndef NDEBUG
    check_invariants();
#endif
}

// The variants are constructed in place and out of line, because g++ 12 takes a moved variant for
// uninitialised.
void Session::request_quit() {
    deferred_.emplace_back(std::in_place_type<QuitEngine>);
}
void Session::warn(std::string text) {
    deferred_.emplace_back(std::in_place_type<WarnUser>, std::move(text));
}

void Session::run_deferred() {
    take_engine_side_replies();
    while (!deferred_.empty()) {
        const Deferred step = std::move(deferred_.front());
        deferred_.erase(deferred_.begin());
        carry_out(step);
    }
}

void Session::carry_out(const Deferred& step) {
    if (const auto* warning = std::get_if<WarnUser>(&step))
        gui_side_->tell_user(warning->text);
    else if (serving())
        begin_quit();
}

bool Session::quit_is_requested() const {
    return is_leaving() ||
           std::any_of(deferred_.begin(), deferred_.end(), [](const Deferred& step) {
               return std::holds_alternative<QuitEngine>(step);
           });
}

void Session::begin_quit() {
    gui_side_->on_leaving(failure_.has_value());
    parts_.programs.stop_all(context_);
    parts_.learner.write_results_at_last(context_);
    const bool quit_was_sent = context_.out().withdraw_restart();
    if (!engine_alive_) {
        leave();
        return;
    }
    const TimePoint quit_by = context_.now() + milliseconds(context_.settings().quit_timeout_ms);
    const RunningSearch* search = parts_.supervisor.search();
    const bool is_stopping = search != nullptr && search->stop_sent && !engine_side_ &&
                             !quit_was_sent && !is_restarting();
    state_ =
        Quitting{.stage = is_stopping ? Quitting::Stage::Stopping : Quitting::Stage::Asked,
                 .deadline = is_stopping ? std::min(context_.now() + stop_grace, quit_by) : quit_by,
                 .engine_was_ready = engine_is_ready(),
                 .quit_by = quit_by};
    if (!quit_was_sent && !is_stopping) context_.to_engine("quit");
}

// The search has ended, or its bestmove takes too long.
void Session::send_quit() {
    auto& quitting = std::get<Quitting>(state_);
    quitting.stage = Quitting::Stage::Asked;
    quitting.deadline = quitting.quit_by;
    context_.to_engine("quit");
}

void Session::signal_engine(Actions::Signal signal) {
    context_.out().add_signal(signal);
    context_.outcome(signal == Actions::Signal::Terminate ? "terminate engine" : "kill engine");
}

std::optional<TimePoint> Session::deadline() const {
    if (const auto* quitting = std::get_if<Quitting>(&state_)) {
        const auto stop = is_stopping() ? parts_.supervisor.stop_due() : std::nullopt;
        return stop ? std::min(quitting->deadline, *stop) : quitting->deadline;
    }
    if (const auto* awaiting = std::get_if<AwaitingGui>(&state_)) return awaiting->deadline;
    if (ended()) return std::nullopt;
    std::optional<TimePoint> due = gui_reading_.deadline();
    const auto consider = [&due](std::optional<TimePoint> when) {
        if (when && *when != TimePoint::max()) due = due ? std::min(*due, *when) : when;
    };
    consider(gui_side_->deadline());
    if (const auto* starting = std::get_if<Starting>(&state_))
        consider(std::min(starting->deadline, starting->probe));
    if (const auto* restarting = std::get_if<Restarting>(&state_)) consider(restarting->deadline);
    if (owes_in_time()) consider(parts_.supervisor.deadline());
    if (engine_side_) consider(engine_side_->deadline());
    consider(parts_.programs.deadline());
    consider(context_.results_deadline());
    return due;
}

void Session::on_timeout(TimePoint now, Actions& out) {
    const auto due = deadline();
    if (!due || now < *due) return;
    context_.begin_event(now, out);
    event("timeout");
    if (serving() && gui_reading_.deadline() && now >= *gui_reading_.deadline()) {
        look_whether_gui_reads();
    } else if (serving() && parts_.programs.deadline() && now >= *parts_.programs.deadline()) {
        parts_.programs.on_timeout(context_);
        gui_side_->on_programs_changed();
    } else if (serving() && context_.results_deadline() && now >= *context_.results_deadline()) {
        context_.on_results_deadline();
        gui_side_->on_programs_changed(); // asks again, and perhaps waits on
    } else if (serving() && gui_side_->deadline() && now >= *gui_side_->deadline()) {
        gui_side_->on_timeout();
        if (is_starting() && quit_is_requested()) {
            context_.note("no uciok in time, and the GUI has quit: terminating the engine");
            gui_side_->on_leaving(false);
            signal_engine(Actions::Signal::Terminate);
            state_ = Quitting{.stage = Quitting::Stage::Terminated,
                              .deadline = now + terminate_grace,
                              .engine_was_ready = false};
        }
    } else if (serving() && engine_side_ && engine_side_->deadline() &&
               now >= *engine_side_->deadline()) {
        engine_side_->on_timeout();
    } else if (owes_in_time()) {
        on_answer_due();
    } else {
        on_stage_timeout();
    }
    finish_event();
}

void Session::on_stage_timeout() {
    if (auto* starting = std::get_if<Starting>(&state_);
        starting && !starting->first_uciok.empty()) {
        finish_handshake(std::string(starting->first_uciok)); // some engines answer only one `uci`
    } else if (starting && context_.now() >= starting->probe) {
        context_.note("no answer to uci: asking in xboard as well");
        make_engine_side(XboardEngineSide::Belief::Silent).start();
    } else if (starting && engine_side_ && engine_side_->has_announced_features()) {
        starting->deadline = TimePoint::max(); // the engine side has another deadline
        engine_side_->on_start_timeout();
    } else if (starting) {
        fail_handshake();
    } else if (is_restarting()) {
        on_failure(ExitCode::EngineSilent,
                   "engine " + program_ + ", restarted, is silent: no uciok within " +
                       text::format_seconds(context_.settings().start_timeout_ms),
                   false);
    } else if (auto* quitting = std::get_if<Quitting>(&state_)) {
        if (quitting->stage == Quitting::Stage::Stopping && context_.now() < quitting->deadline) {
            if (parts_.supervisor.take_due_stop(context_.now())) context_.to_wire("stop");
            return;
        }
        switch (quitting->stage) {
        case Quitting::Stage::Stopping: send_quit(); break;
        case Quitting::Stage::Asked:
            context_.note("the engine ignores quit: terminating it");
            signal_engine(Actions::Signal::Terminate);
            quitting->stage = Quitting::Stage::Terminated;
            quitting->deadline = context_.now() + terminate_grace;
            break;
        case Quitting::Stage::Terminated:
            context_.note("the engine ignores SIGTERM: killing it");
            signal_engine(Actions::Signal::Kill);
            quitting->stage = Quitting::Stage::Killed;
            quitting->deadline = context_.now() + kill_grace;
            break;
        case Quitting::Stage::Killed: leave(); break; // the process is in uninterruptible sleep
        }
    } else {
        leave();
    }
}

bool Session::wants_gui_input() const {
    return gui_side_->wants_gui_input() && (!engine_side_ || engine_side_->accepts_input());
}

void Session::on_gui_congested(bool congested, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event(congested ? "gui congested" : "gui reads again");
    parts_.supervisor.on_paused(congested, now);
    if (gui_reading_.on_congested(congested, now)) gui_side_->on_gui_caught_up();
    finish_event();
}

void Session::look_whether_gui_reads() {
    if (!gui_reading_.on_timeout(context_.now())) return;
    context_.note("the GUI reads nothing: of the infos only the last of each kind are kept for it");
    gui_side_->on_gui_stalled();
}

void Session::warn(std::string_view text, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event("warn " + std::string(text));
    gui_side_->tell_user(text);
}

std::string_view Session::state_name() const {
    constexpr std::array<std::string_view, std::variant_size_v<State>> names = {
        "Starting", "Running", "Restarting", {}, "AwaitingGui", "Ended"};
    constexpr std::array<std::string_view, 4> stages = {"Stopping", "Asked", "Terminated",
                                                        "Killed"};
    const auto* quitting = std::get_if<Quitting>(&state_);
    return quitting != nullptr ? stages.at(static_cast<std::size_t>(quitting->stage))
                               : names.at(state_.index());
}

void Session::check_invariants() const {
    assert(!std::holds_alternative<Running>(state_) || engine_alive_);
    assert(!failure_ || !serving());
    assert(deferred_.empty());
    if (serving()) gui_side_->check_invariants();
    if (serving() && engine_side_) engine_side_->check_invariants();
}

} // namespace polyglot::session
