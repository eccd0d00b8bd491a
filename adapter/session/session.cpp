#include "adapter/session/session.hpp"

#include "adapter/session/uci_gui/front.hpp"
#include "adapter/session/xboard_gui/front.hpp"
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
    : desk_(std::move(settings), std::move(environment), *this),
      front_(std::make_unique<UciFront>(desk_)),
      state_(Starting{}) {}

bool Session::engine_is_ready() const {
    if (const auto* quitting = std::get_if<Quitting>(&state_)) return quitting->engine_was_ready;
    return is_restarting() || (std::holds_alternative<Running>(state_) && engine_alive_);
}

void Session::on_engine_started(std::string program, TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    program_ = std::move(program);
    engine_alive_ = true;
    event("start " + program_);
    last_stderr_.clear();
    if (driver_) {
        if (is_restarting()) state_ = Running{};
        if (serving()) driver_->on_restarted();
        finish_event();
        return;
    }
    if (is_restarting()) {
        state_ = Restarting{now + milliseconds(desk_.settings.start_timeout_ms)};
        desk_.to_wire("uci");
        finish_event();
        return;
    }
    state_ = Starting{.deadline = now + milliseconds(desk_.settings.start_timeout_ms)};
    if (text::equal_ignoring_case(desk_.settings.engine_protocol, "xboard"))
        make_driver(XboardDriver::Belief::Told).start();
    else
        ask_in_uci();
    desk_.apply_book_settings();
    finish_event();
}

void Session::ask_in_uci() {
    desk_.to_wire("uci");
    if (is_auto()) std::get<Starting>(state_).probe = desk_.now() + milliseconds(desk_.settings.protocol_probe_ms);
}

bool Session::is_auto() const {
    return text::equal_ignoring_case(desk_.settings.engine_protocol, "auto");
}

XboardDriver& Session::make_driver(XboardDriver::Belief belief) {
    auto& starting = std::get<Starting>(state_);
    starting.probe = TimePoint::max();
    starting.chatter.clear();
    const std::string name = program_.substr(program_.find_last_of("/\\") + 1);
    driver_ = std::make_unique<XboardDriver>(desk_, belief, name);
    desk_.set_translator(driver_.get());
    return *driver_;
}

void Session::on_start_failed(ExitCode code, std::string message, TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    engine_alive_ = false; // it may have been to be started anew
    event("start-failed " + std::to_string(static_cast<int>(code)) + " " + message);
    fail(code, std::move(message));
    finish_event();
}

void Session::on_gui_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    desk_.log.write(Channel::FromGui, line);
    const std::string_view text = text::trim(line);
    if (text.empty() && !gui_spoke_) return; // nothing said yet
    if (!gui_spoke_) choose_front(text);
    gui_spoke_ = true;
    if (failure_) {
        tell_failure();
        if (std::holds_alternative<AwaitingGui>(state_)) leave();
    } else if (serving()) {
        front_->on_gui_line(line);
    }
    finish_event();
}

// The GUI's first line says what it speaks.
void Session::choose_front(std::string_view first) {
    if (desk_.settings.uci || (first != "xboard" && text::next_word(first) != "protover")) return;
    auto front = std::make_unique<XboardFront>(desk_, front_->take_untold());
    front_ = std::move(front);
    if (engine_is_ready()) front_->on_engine_ready({});
}

void Session::on_engine_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    desk_.log.write(Channel::FromEngine, line);
    desk_.supervisor.on_heard(line.size() + 1, now);
    if (auto* starting = std::get_if<Starting>(&state_); starting && starting->first_said.empty())
        starting->first_said = text::trim(line).substr(0, longest_sample);
    if (!driver_)
        on_uci_line(line);
    else if (!serving() || failure_)
        desk_.note("said too late: not passed on");
    else if (driver_->on_engine_line(line) == XboardDriver::Finding::SpeaksUci)
        on_uci_after_all(line);
    if (std::holds_alternative<Running>(state_) && desk_.supervisor.floods())
        on_failure(ExitCode::EngineNotUci, "engine " + program_ + " floods: megabytes that nobody has asked for",
                   false);
    finish_event();
}

// An engine that was asked in xboard answers in UCI.
void Session::on_uci_after_all(std::string_view line) {
    desk_.set_translator(nullptr);
    driver_.reset();
    if (is_auto()) { // one that speaks both goes over to xboard when it comes to that: it is asked once more behind it
        if (auto* starting = std::get_if<Starting>(&state_)) starting->asked_in_both = true;
        on_uci_line(line);
        return;
    }
    fail(ExitCode::EngineNotUci, "engine " + program_ +
                                     " speaks UCI, not xboard: set EngineProtocol = uci, or auto (it said " +
                                     text::quote(line) + ")");
}

// UCI, of the engine or of its driver.
void Session::on_uci_line(std::string_view line) {
    const protocol::UciEngineLine parsed = protocol::parse_uci_engine_line(line);
    if (is_starting() && engine_alive_) {
        on_handshake_line(line, parsed);
        return;
    }
    if (!engine_is_ready() || failure_) {
        desk_.note("said too late: not passed on"); // the GUI has been told why we leave, or has never said uci
        return;
    }
    if (is_restarting() && !driver_) {
        on_restarted_line(parsed);
        return;
    }
    if (parsed.reply == UciReply::Info) { // by far the most frequent, and an answer to no one
        front_->on_engine_line(line, parsed);
        return;
    }
    if (parsed.reply == UciReply::BestMove && !driver_ && serving() && !takes_bestmove(parsed.arguments)) return;
    const std::optional<RunningSearch> answered = desk_.supervisor.on_said(parsed.reply, desk_.now());
    if (parsed.reply == UciReply::BestMove) {
        front_->on_search_answered(line, parsed, answered ? &*answered : nullptr);
    } else if (parsed.reply == UciReply::Id) {
        desk_.engine_options.on_id(parsed.arguments);
        front_->on_engine_line(shown_id(line, parsed.arguments), parsed);
    } else if (parsed.reply == UciReply::Option) {
        const std::string shown = shown_option(line);
        if (!shown.empty()) front_->on_engine_line(shown, parsed);
    } else {
        front_->on_engine_line(line, parsed);
    }
}

// False: it is none for the search that runs, or the engine is replaced for it.
bool Session::takes_bestmove(std::string_view arguments) {
    const bool twice = desk_.supervisor.is_said_twice(arguments);
    desk_.supervisor.on_bestmove(arguments);
    if (!twice && !may_replace()) return true;
    const std::string objection = front_->objection_to(protocol::parse_bestmove(arguments).move);
    if (objection.empty()) return true;
    if (twice)
        desk_.note("said twice: not passed on");
    else
        replace_engine("engine " + program_ + " " + objection, false);
    return false;
}

// The new process takes the old one's place without the GUI seeing more of it.
void Session::on_restarted_line(const protocol::UciEngineLine& parsed) {
    if (parsed.reply != UciReply::UciOk) return;
    state_ = Running{};
    for (const std::string& line : desk_.supervisor.briefing(desk_.now()))
        desk_.to_wire(line);
}

// What a front says to them may bring more of them.
void Session::take_driver_replies() {
    while (driver_) {
        const auto reply = driver_->take_reply();
        if (!reply) break;
        if (reply->is_uci)
            on_uci_line(reply->line);
        else if (engine_is_ready() && !failure_)
            front_->on_xboard_engine_line(reply->line);
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
    case UciReply::BestMove: desk_.note("a bestmove that nobody waits for: not passed on"); return;
    case UciReply::Id:
        desk_.engine_options.on_id(parsed.arguments);
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
            desk_.note("the engine does not speak UCI: starting it anew, to ask in xboard"); // HoiChess exits at once
            make_driver(XboardDriver::Belief::Answered);
            desk_.restart_engine();
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
        front_->on_handshake_line(shown);
    else
        starting.chatter.add_if_room(shown); // no GUI has a use for an xboard engine's
}

void Session::pass_on_chatter() {
    auto& chatter = std::get<Starting>(state_).chatter;
    while (!chatter.empty())
        front_->on_handshake_line(chatter.take_front().text);
}

void Session::finish_handshake(std::string_view uciok) {
    if (is_auto() && !driver_) desk_.note("the engine speaks UCI: \"EngineProtocol = uci\" would say so");
    pass_on_chatter();
    state_ = Running{};
    desk_.recall_settings();
    for (const std::string& command : desk_.engine_options.initial_commands(desk_.log)) {
        desk_.to_engine(command);
        const auto set =
            protocol::parse_setoption(std::string_view(command).substr(std::string_view("setoption").size()));
        if (set) desk_.engine_options.on_set(set->name, set->value);
    }
    const std::string& own_name = desk_.settings.engine_name;
    desk_.learner.set_engine(own_name.empty() ? desk_.engine_options.engine_name() : own_name);
    front_->on_engine_ready(uciok);
}

// Empty: the GUI is not shown it.
std::string Session::shown_option(std::string_view line) {
    std::string shown = desk_.engine_options.on_declared(line);
    if (shown.empty()) desk_.note("not shown to the GUI: it has a name of ours, or is in BlockOptions");
    return shown;
}

std::string Session::shown_id(std::string_view line, std::string_view arguments) const {
    if (desk_.settings.engine_name.empty() || text::next_word(arguments) != "name") return std::string(line);
    return "id name " + desk_.settings.engine_name;
}

void Session::on_gui_closed(TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    event("gui closed");
    gui_spoke_ = true; // all that it will ever say
    nobody_to_tell();
    if (std::holds_alternative<AwaitingGui>(state_))
        leave();
    else if (serving())
        front_->on_gui_closed();
    finish_event();
}

void Session::on_terminate(TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    event("terminate");
    nobody_to_tell();
    if (std::holds_alternative<AwaitingGui>(state_))
        leave();
    else if (serving())
        begin_quit();
    finish_event();
}

void Session::on_interrupt(TimePoint now, Actions& out) {
    if (front_->interrupts_to_end()) {
        on_terminate(now, out);
    } else if (!ended()) {
        desk_.begin_event(now, out);
        event("interrupt");
    }
}

// A failure must not make us wait for a GUI that is gone, or for one when we are told to leave.
void Session::nobody_to_tell() {
    if (failure_) failure_->told = true;
}

void Session::on_results_due(TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    event("results due");
    desk_.write_results();
    finish_event();
}

// Deferred requests, then the invariants. Called for every line of a flood.
void Session::finish_event() {
    if (driver_ || desk_.has_requests()) run_deferred();
#ifndef NDEBUG
    check_invariants();
#endif
}

void Session::run_deferred() {
    take_driver_replies();
    if (desk_.quit_is_requested() && serving()) begin_quit();
    for (const std::string& warning : desk_.take_warnings())
        front_->tell_user(warning);
}

void Session::begin_quit() {
    front_->on_leaving(failure_.has_value());
    desk_.write_results_at_last();
    const bool was_told = desk_.out().withdraw_restart();
    if (!engine_alive_) {
        leave();
        return;
    }
    state_ = Quitting{.deadline = desk_.now() + milliseconds(desk_.settings.quit_timeout_ms),
                      .engine_was_ready = engine_is_ready()};
    if (!was_told) desk_.to_engine("quit");
}

void Session::signal_engine(Actions::Signal signal) {
    desk_.out().add_signal(signal);
    desk_.log.write(Channel::Outcome, signal == Actions::Signal::Terminate ? "terminate engine" : "kill engine");
}

std::optional<TimePoint> Session::deadline() const {
    if (const auto* quitting = std::get_if<Quitting>(&state_)) return quitting->deadline;
    if (const auto* awaiting = std::get_if<AwaitingGui>(&state_)) return awaiting->deadline;
    if (ended()) return std::nullopt;
    auto due = front_->deadline();
    const auto consider = [&due](std::optional<TimePoint> when) {
        if (when && *when != TimePoint::max()) due = due ? std::min(*due, *when) : when;
    };
    if (const auto* starting = std::get_if<Starting>(&state_)) consider(std::min(starting->deadline, starting->probe));
    if (const auto* restarting = std::get_if<Restarting>(&state_)) consider(restarting->deadline);
    if (owes_in_time()) consider(desk_.supervisor.deadline());
    if (driver_) consider(driver_->deadline());
    return due;
}

void Session::on_timeout(TimePoint now, Actions& out) {
    const auto due = deadline();
    if (!due || now < *due) return;
    desk_.begin_event(now, out);
    event("timeout");
    if (serving() && front_->deadline() && now >= *front_->deadline()) {
        front_->on_timeout();
        if (desk_.quit_is_requested() && std::holds_alternative<Starting>(state_)) {
            desk_.note("no uciok in time, and the GUI has quit: terminating the engine");
            front_->on_leaving(false);
            signal_engine(Actions::Signal::Terminate);
            state_ = Quitting{
                .stage = Quitting::Stage::Terminated, .deadline = now + terminate_grace, .engine_was_ready = false};
        }
    } else if (serving() && driver_ && driver_->deadline() && now >= *driver_->deadline()) {
        driver_->on_timeout();
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
    } else if (starting && desk_.now() >= starting->probe) {
        desk_.note("no answer to uci: asking in xboard as well");
        make_driver(XboardDriver::Belief::Silent).start();
    } else if (starting && driver_ && driver_->asked_for_time()) {
        starting->deadline = TimePoint::max(); // the driver has a deadline for that
    } else if (starting) {
        fail_handshake();
    } else if (is_restarting()) {
        on_failure(ExitCode::EngineSilent,
                   "engine " + program_ + ", started anew, is silent: no uciok within " +
                       text::format_seconds(desk_.settings.start_timeout_ms),
                   false);
    } else if (auto* quitting = std::get_if<Quitting>(&state_)) {
        switch (quitting->stage) {
        case Quitting::Stage::Asked:
            desk_.note("the engine ignores quit: terminating it");
            signal_engine(Actions::Signal::Terminate);
            quitting->stage = Quitting::Stage::Terminated;
            quitting->deadline = desk_.now() + terminate_grace;
            break;
        case Quitting::Stage::Terminated:
            desk_.note("the engine ignores SIGTERM: killing it");
            signal_engine(Actions::Signal::Kill);
            quitting->stage = Quitting::Stage::Killed;
            quitting->deadline = desk_.now() + kill_grace;
            break;
        case Quitting::Stage::Killed: leave(); break; // in uninterruptible sleep: no use waiting
        }
    } else {
        leave();
    }
}

// StartTimeout is over. An engine that has talked is not silent: it has said something else than was asked.
void Session::fail_handshake() {
    const std::string time = text::format_seconds(desk_.settings.start_timeout_ms);
    const std::string engine = "engine " + program_;
    const auto& starting = std::get<Starting>(state_);
    const bool is_silent = starting.first_said.empty();
    const std::string said = ", but it said " + text::quote(starting.first_said);
    if (starting.looks_like_uci)
        fail(ExitCode::EngineSilent, engine + " does not end its answer to uci: no uciok within " + time + said);
    else if (driver_ && !is_silent)
        fail(ExitCode::EngineNotUci, engine + " answers neither uci nor protover 2 within " + time + said +
                                         " (an old xboard engine? set EngineProtocol = xboard)");
    else if (driver_)
        fail(ExitCode::EngineSilent, engine + " is silent: it answers neither uci nor protover 2 within " + time +
                                         " (an old xboard engine? set EngineProtocol = xboard)");
    else if (!is_silent)
        fail(ExitCode::EngineNotUci, engine + " is not UCI: no uciok within " + time + said);
    else
        fail(ExitCode::EngineSilent,
             engine + " is silent: no uciok within " + time + " (an xboard engine? set EngineProtocol = xboard)");
}

bool Session::wants_gui_input() const {
    return front_->wants_gui_input() && (!driver_ || driver_->has_room());
}

void Session::on_gui_congested(bool congested, TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    event(congested ? "gui congested" : "gui reads again");
    desk_.supervisor.on_paused(congested, now);
    front_->on_gui_congested(congested);
    finish_event();
}

void Session::warn(std::string_view text, TimePoint now, Actions& out) {
    if (ended()) return;
    desk_.begin_event(now, out);
    event("warn " + std::string(text));
    front_->tell_user(text);
}

void Session::check_invariants() const {
    assert(!std::holds_alternative<Running>(state_) || engine_alive_);
    assert(!failure_ || !serving());
    assert(!desk_.quit_is_requested() || !serving());
    if (serving()) front_->check_invariants();
    if (serving() && driver_) driver_->check_invariants();
}

} // namespace polyglot::session
