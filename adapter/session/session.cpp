#include "adapter/session/session.hpp"

#include "adapter/session/uci_gui/uci_gui_side.hpp"
#include "adapter/session/xboard_gui/xboard_gui_side.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>

namespace polyglot::session {

using protocol::UciReply;
using std::chrono::milliseconds;

namespace {

// An xboard host kills its engine about a second after quit: with QuitTimeout at its default all stages fit in.
constexpr milliseconds terminate_grace{200};
constexpr milliseconds kill_grace{200};

constexpr std::size_t longest_sample = 1000; // bytes, of what a message may quote

} // namespace

Session::Session(config::Settings settings, Environment environment)
    : context_(std::move(settings), std::move(environment), *this),
      gui_side_(std::make_unique<UciGuiSide>(context_)),
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
        state_ = Restarting{now + milliseconds(context_.settings.start_timeout_ms)};
        context_.to_wire("uci");
        finish_event();
        return;
    }
    state_ = Starting{.deadline = now + milliseconds(context_.settings.start_timeout_ms)};
    if (text::equal_ignoring_case(context_.settings.engine_protocol, "xboard"))
        make_engine_side(XboardEngineSide::Belief::Told).start();
    else
        ask_in_uci();
    context_.apply_book_settings();
    finish_event();
}

void Session::ask_in_uci() {
    context_.to_wire("uci");
    if (is_auto())
        std::get<Starting>(state_).probe = context_.now() + milliseconds(context_.settings.protocol_probe_ms);
}

bool Session::is_auto() const {
    return text::equal_ignoring_case(context_.settings.engine_protocol, "auto");
}

XboardEngineSide& Session::make_engine_side(XboardEngineSide::Belief belief) {
    auto& starting = std::get<Starting>(state_);
    starting.probe = TimePoint::max();
    starting.chatter.clear();
    const std::string name = program_.substr(program_.find_last_of("/\\") + 1);
    engine_side_ = std::make_unique<XboardEngineSide>(context_, belief, name);
    context_.set_translator(engine_side_.get());
    return *engine_side_;
}

void Session::on_start_failed(ExitCode code, std::string message, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    engine_alive_ = false; // it may have been to be started anew
    event("start-failed " + std::to_string(static_cast<int>(code)) + " " + message);
    fail(code, std::move(message));
    finish_event();
}

void Session::on_gui_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    context_.log.write(Channel::FromGui, line);
    const std::string_view text = text::trim(line);
    if (text.empty() && !gui_spoke_) return; // nothing said yet
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

// The GUI's first line says what it speaks.
void Session::choose_gui_side(std::string_view first) {
    if (context_.settings.uci || (first != "xboard" && text::next_word(first) != "protover")) return;
    auto front = std::make_unique<XboardGuiSide>(context_, gui_side_->take_pending_notices());
    gui_side_ = std::move(front);
    if (engine_is_ready()) gui_side_->on_engine_ready({});
}

void Session::on_engine_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    context_.log.write(Channel::FromEngine, line);
    context_.supervisor.on_heard(line.size() + 1, now);
    if (auto* starting = std::get_if<Starting>(&state_); starting && starting->first_said.empty())
        starting->first_said = text::trim(line).substr(0, longest_sample);
    if (!engine_side_)
        on_uci_line(line);
    else if (!serving() || failure_)
        context_.note("said too late: not passed on");
    else if (engine_side_->on_engine_line(line) == XboardEngineSide::Finding::SpeaksUci)
        on_uci_after_all(line);
    if (std::holds_alternative<Running>(state_) && context_.supervisor.floods())
        on_failure(ExitCode::EngineNotUci, "engine " + program_ + " floods: megabytes that nobody has asked for",
                   false);
    finish_event();
}

// An engine that was asked in xboard answers in UCI.
void Session::on_uci_after_all(std::string_view line) {
    context_.set_translator(nullptr);
    engine_side_.reset();
    if (is_auto()) { // one that speaks both goes over to xboard when it comes to that: it is asked once more behind it
        if (auto* starting = std::get_if<Starting>(&state_)) starting->asked_in_both = true;
        on_uci_line(line);
        return;
    }
    fail(ExitCode::EngineNotUci, "engine " + program_ +
                                     " speaks UCI, not xboard: set EngineProtocol = uci, or auto (it said " +
                                     text::quote(line) + ")");
}

void Session::on_uci_line(std::string_view line) {
    on_uci_reply(line, protocol::parse_uci_engine_line(line));
}

// line: of a UCI engine, or what the side of an xboard engine would have a UCI engine say.
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
    case UciReply::Info: // by far the most frequent, and it answers no command
        gui_side_->on_info(EngineInfo(line, parsed.arguments));
        return;
    case UciReply::BestMove: {
        const protocol::BestMove best = protocol::parse_bestmove(parsed.arguments);
        if (!serving() || takes_bestmove(parsed.arguments, best)) on_move({.line = line, .best = best});
        return;
    }
    case UciReply::Id:
        context_.supervisor.on_said(parsed.reply, context_.now());
        context_.engine_options.on_id(parsed.arguments);
        gui_side_->on_engine_line(shown_id(line, parsed.arguments), parsed);
        return;
    case UciReply::Option: {
        context_.supervisor.on_said(parsed.reply, context_.now());
        const std::string shown = shown_option(line);
        if (!shown.empty()) gui_side_->on_engine_line(shown, parsed);
        return;
    }
    case UciReply::UciOk:
    case UciReply::ReadyOk:
    case UciReply::Other:
        context_.supervisor.on_said(parsed.reply, context_.now());
        gui_side_->on_engine_line(line, parsed);
        return;
    }
}

// False, with a note: the GUI has been shown why we leave, or has never sent uci.
bool Session::hears_engine() {
    if (engine_is_ready() && !failure_) return true;
    context_.note("said too late: not passed on");
    return false;
}

void Session::on_move(const EngineMove& move) {
    const std::optional<RunningSearch> answered = context_.supervisor.on_said(UciReply::BestMove, context_.now());
    gui_side_->on_search_answered(move, answered ? &*answered : nullptr);
}

// Returns false if the move does not answer the running search, or the engine is replaced because of the move.
bool Session::takes_bestmove(std::string_view arguments, const protocol::BestMove& best) {
    const bool twice = context_.supervisor.is_said_twice(arguments);
    context_.supervisor.on_bestmove(arguments);
    if (!twice && !may_replace()) return true;
    const std::string objection = gui_side_->objection_to(best.move);
    if (objection.empty()) return true;
    if (twice)
        context_.note("said twice: not passed on");
    else
        replace_engine("engine " + program_ + " " + objection, false);
    return false;
}

// The new process takes the old one's place without the GUI seeing more of it.
void Session::on_restarted_line(const protocol::UciEngineLine& parsed) {
    if (parsed.reply != UciReply::UciOk) return;
    state_ = Running{};
    for (const std::string& line : context_.supervisor.briefing(context_.now()))
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
    } else if (!hears_engine()) {
        return;
    } else if (const auto* info = std::get_if<InfoReply>(&reply)) {
        const protocol::UciInfo fields = info->info();
        gui_side_->on_info(EngineInfo(fields));
    } else {
        on_move({.best = std::get<MoveReply>(reply).best()});
    }
}

void Session::on_handshake_line(std::string_view line, const protocol::UciEngineLine& parsed) {
    auto& starting = std::get<Starting>(state_);
    if (!starting.first_uciok.empty()) { // all this it has said before, or is xboard
        if (parsed.reply == UciReply::UciOk) finish_handshake(line);
        return;
    }
    std::string shown(line);
    switch (parsed.reply) {
    case UciReply::UciOk:
        if (starting.asked_in_both) {
            starting.first_uciok = line;
            ask_in_uci();
        } else {
            finish_handshake(line);
        }
        return;
    case UciReply::BestMove: context_.note("a bestmove that nobody waits for: not passed on"); return;
    case UciReply::Id:
        context_.engine_options.on_id(parsed.arguments);
        shown = shown_id(line, parsed.arguments);
        break;
    case UciReply::Option: shown = shown_option(line); break;
    case UciReply::Info:
    case UciReply::ReadyOk:
    case UciReply::Other: break;
    }
    const bool is_uci = parsed.reply == UciReply::Id || parsed.reply == UciReply::Option;
    starting.looks_like_uci = starting.looks_like_uci || is_uci;
    const std::string_view text = text::trim(line);
    if (!is_uci && starting.first_chatter.empty()) starting.first_chatter = text.substr(0, longest_sample);
    if (starting.looks_like_uci) pass_on_chatter();
    if (!starting.looks_like_uci && protocol::objects_to_uci(text)) {
        if (is_auto()) {
            context_.note(
                "the engine does not speak UCI: starting it anew, to ask in xboard"); // HoiChess exits at once
            make_engine_side(XboardEngineSide::Belief::Answered);
            context_.restart_engine();
        } else {
            fail(ExitCode::EngineNotUci, "engine " + program_ +
                                             " is not UCI (an xboard engine? set EngineProtocol = xboard, or auto): it "
                                             "answered uci with " +
                                             text::quote(text));
        }
        return;
    }
    if (is_uci && shown.empty()) return; // not for the GUI
    if (starting.looks_like_uci || !is_auto())
        gui_side_->on_handshake_line(shown);
    else
        starting.chatter.add_if_room(shown); // no GUI has a use for an xboard engine's
}

void Session::pass_on_chatter() {
    auto& chatter = std::get<Starting>(state_).chatter;
    while (!chatter.empty())
        gui_side_->on_handshake_line(chatter.take_front().text);
}

void Session::finish_handshake(std::string_view uciok) {
    if (is_auto() && !engine_side_) context_.note("the engine speaks UCI: \"EngineProtocol = uci\" would say so");
    pass_on_chatter();
    state_ = Running{};
    context_.recall_settings();
    for (const std::string& command : context_.engine_options.initial_commands(context_.log)) {
        context_.to_engine(command);
        const auto set =
            protocol::parse_setoption(std::string_view(command).substr(std::string_view("setoption").size()));
        if (set) context_.engine_options.on_set(set->name, set->value);
    }
    const std::string& own_name = context_.settings.engine_name;
    context_.learner.set_engine(own_name.empty() ? context_.engine_options.engine_name() : own_name);
    gui_side_->on_engine_ready(uciok);
}

// Empty: the GUI is not shown it.
std::string Session::shown_option(std::string_view line) {
    std::string shown = context_.engine_options.on_declared(line);
    if (shown.empty()) context_.note("not shown to the GUI: it has a name of ours, or is in BlockOptions");
    return shown;
}

std::string Session::shown_id(std::string_view line, std::string_view arguments) const {
    if (context_.settings.engine_name.empty() || text::next_word(arguments) != "name") return std::string(line);
    return "id name " + context_.settings.engine_name;
}

void Session::on_gui_closed(TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event("gui closed");
    gui_spoke_ = true; // all that it will ever say
    nobody_to_tell();
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
    nobody_to_tell();
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

// A failure must not make us wait for a GUI that is gone, or for one when we are told to leave.
void Session::nobody_to_tell() {
    if (failure_) failure_->told = true;
}

void Session::on_results_due(TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event("results due");
    context_.write_results();
    finish_event();
}

// Then the invariants. Called for every line of a flood.
void Session::finish_event() {
    if (engine_side_ || !deferred_.empty()) run_deferred();
#ifndef NDEBUG
    check_invariants();
#endif
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
    return is_leaving() || std::any_of(deferred_.begin(), deferred_.end(),
                                       [](const Deferred& step) { return std::holds_alternative<QuitEngine>(step); });
}

void Session::begin_quit() {
    gui_side_->on_leaving(failure_.has_value());
    context_.write_results_at_last();
    const bool was_told = context_.out().withdraw_restart();
    if (!engine_alive_) {
        leave();
        return;
    }
    state_ = Quitting{.deadline = context_.now() + milliseconds(context_.settings.quit_timeout_ms),
                      .engine_was_ready = engine_is_ready()};
    if (!was_told) context_.to_engine("quit");
}

void Session::signal_engine(Actions::Signal signal) {
    context_.out().add_signal(signal);
    context_.log.write(Channel::Outcome, signal == Actions::Signal::Terminate ? "terminate engine" : "kill engine");
}

std::optional<TimePoint> Session::deadline() const {
    if (const auto* quitting = std::get_if<Quitting>(&state_)) return quitting->deadline;
    if (const auto* awaiting = std::get_if<AwaitingGui>(&state_)) return awaiting->deadline;
    if (ended()) return std::nullopt;
    auto due = gui_side_->deadline();
    const auto consider = [&due](std::optional<TimePoint> when) {
        if (when && *when != TimePoint::max()) due = due ? std::min(*due, *when) : when;
    };
    if (const auto* starting = std::get_if<Starting>(&state_)) consider(std::min(starting->deadline, starting->probe));
    if (const auto* restarting = std::get_if<Restarting>(&state_)) consider(restarting->deadline);
    if (owes_in_time()) consider(context_.supervisor.deadline());
    if (engine_side_) consider(engine_side_->deadline());
    return due;
}

void Session::on_timeout(TimePoint now, Actions& out) {
    const auto due = deadline();
    if (!due || now < *due) return;
    context_.begin_event(now, out);
    event("timeout");
    if (serving() && gui_side_->deadline() && now >= *gui_side_->deadline()) {
        gui_side_->on_timeout();
        if (is_starting() && quit_is_requested()) {
            context_.note("no uciok in time, and the GUI has quit: terminating the engine");
            gui_side_->on_leaving(false);
            signal_engine(Actions::Signal::Terminate);
            state_ = Quitting{
                .stage = Quitting::Stage::Terminated, .deadline = now + terminate_grace, .engine_was_ready = false};
        }
    } else if (serving() && engine_side_ && engine_side_->deadline() && now >= *engine_side_->deadline()) {
        engine_side_->on_timeout();
    } else if (owes_in_time()) {
        on_overdue();
    } else {
        on_stage_timeout();
    }
    finish_event();
}

void Session::on_stage_timeout() {
    if (auto* starting = std::get_if<Starting>(&state_); starting && !starting->first_uciok.empty()) {
        finish_handshake(std::string(starting->first_uciok)); // some answer only one `uci`
    } else if (starting && context_.now() >= starting->probe) {
        context_.note("no answer to uci: asking in xboard as well");
        make_engine_side(XboardEngineSide::Belief::Silent).start();
    } else if (starting && engine_side_ && engine_side_->asked_for_time()) {
        starting->deadline = TimePoint::max(); // the engine side has a deadline for that
    } else if (starting) {
        fail_handshake();
    } else if (is_restarting()) {
        on_failure(ExitCode::EngineSilent,
                   "engine " + program_ + ", started anew, is silent: no uciok within " +
                       text::format_seconds(context_.settings.start_timeout_ms),
                   false);
    } else if (auto* quitting = std::get_if<Quitting>(&state_)) {
        switch (quitting->stage) {
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
        case Quitting::Stage::Killed: leave(); break; // in uninterruptible sleep: no use waiting
        }
    } else {
        leave();
    }
}

// StartTimeout is over. An engine that has talked is not silent: it has said something else than was asked.
void Session::fail_handshake() {
    const std::string time = text::format_seconds(context_.settings.start_timeout_ms);
    const std::string engine = "engine " + program_;
    const auto& starting = std::get<Starting>(state_);
    const bool is_silent = starting.first_said.empty();
    const std::string said = ", but it said " + text::quote(starting.first_said);
    if (starting.looks_like_uci)
        fail(ExitCode::EngineSilent, engine + " does not end its answer to uci: no uciok within " + time + said);
    else if (engine_side_ && !is_silent)
        fail(ExitCode::EngineNotUci, engine + " answers neither uci nor protover 2 within " + time + said +
                                         " (an old xboard engine? set EngineProtocol = xboard)");
    else if (engine_side_)
        fail(ExitCode::EngineSilent, engine + " is silent: it answers neither uci nor protover 2 within " + time +
                                         " (an old xboard engine? set EngineProtocol = xboard)");
    else if (!is_silent)
        fail(ExitCode::EngineNotUci, engine + " is not UCI: no uciok within " + time + said);
    else
        fail(ExitCode::EngineSilent,
             engine + " is silent: no uciok within " + time + " (an xboard engine? set EngineProtocol = xboard)");
}

bool Session::wants_gui_input() const {
    return gui_side_->wants_gui_input() && (!engine_side_ || engine_side_->accepts_input());
}

void Session::on_gui_congested(bool congested, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event(congested ? "gui congested" : "gui reads again");
    context_.supervisor.on_paused(congested, now);
    gui_side_->on_gui_congested(congested);
    finish_event();
}

void Session::warn(std::string_view text, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    event("warn " + std::string(text));
    gui_side_->tell_user(text);
}

void Session::check_invariants() const {
    assert(!std::holds_alternative<Running>(state_) || engine_alive_);
    assert(!failure_ || !serving());
    assert(deferred_.empty());
    if (serving()) gui_side_->check_invariants();
    if (serving() && engine_side_) engine_side_->check_invariants();
}

} // namespace polyglot::session
