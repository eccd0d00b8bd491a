// The session's engine side: the handshake, bestmoves, and every way it can end.
#include "adapter/session/session.hpp"
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

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 200; // a message stays one readable line
    std::string result = "'" + std::string(text.substr(0, longest));
    return result + (text.size() > longest ? "…'" : "'");
}

std::string seconds_text(int ms) {
    std::string text = std::to_string(ms / 1000);
    if (ms % 1000 != 0) text += "." + std::to_string(1000 + ms % 1000).substr(1, 3);
    while (ms % 1000 != 0 && text.ends_with('0'))
        text.pop_back();
    return text + " s";
}

} // namespace

void Session::on_engine_started(std::string program, TimePoint now, Actions& out) {
    program_ = std::move(program);
    engine_alive_ = true;
    state_ = Starting{now + milliseconds(settings_.start_timeout_ms)};
    event("start " + program_);
    to_engine("uci", out);
    apply_book_settings(out);
    check_invariants();
}

void Session::on_start_failed(ExitCode code, std::string message, TimePoint now, Actions& out) {
    event("start-failed " + std::to_string(static_cast<int>(code)) + " " + message);
    fail(code, std::move(message), now, out);
    check_invariants();
}

void Session::on_engine_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    log_.write(Channel::FromEngine, line);
    const protocol::UciEngineLine parsed = protocol::parse_uci_engine_line(line);
    if (std::holds_alternative<Starting>(state_)) {
        on_handshake_line(line, parsed, now, out);
    } else if (uciok_.empty() || failure_) {
        note("said too late: not passed on"); // we are leaving, and the GUI has been told why, or has never said uci
    } else {
        switch (parsed.reply) {
        case UciReply::BestMove: on_bestmove(line, now, out); break;
        case UciReply::Id: pass_on(shown_id(line, parsed.arguments), out); break;
        case UciReply::Option: pass_on(engine_options_.on_declared(line), out); break;
        case UciReply::UciOk:
            if (owed_uciok_ > 0) answer_uciok(line, out);
            break;
        case UciReply::Info:
        case UciReply::ReadyOk:
        case UciReply::Other: pass_on(line, out); break;
        }
    }
    check_invariants();
}

void Session::on_handshake_line(std::string_view line, const protocol::UciEngineLine& parsed, TimePoint now,
                                Actions& out) {
    std::string shown(line);
    switch (parsed.reply) {
    case UciReply::UciOk: finish_handshake(line, now, out); return;
    case UciReply::BestMove: on_bestmove(line, now, out); return;
    case UciReply::Id: shown = shown_id(line, parsed.arguments); break;
    case UciReply::Option: shown = engine_options_.on_declared(line); break;
    case UciReply::Info:
    case UciReply::ReadyOk:
    case UciReply::Other: break;
    }
    const bool is_uci = parsed.reply == UciReply::Id || parsed.reply == UciReply::Option;
    looks_like_uci_ = looks_like_uci_ || is_uci;
    const std::string_view text = text::trim(line);
    if (!is_uci && first_chatter_.empty()) first_chatter_ = text;
    // What xboard engines answer to a word they don't know (CECP: "Error (unknown command): uci", "Illegal move: uci").
    if (!looks_like_uci_ && text.ends_with("uci") && (text.starts_with("Error") || text.starts_with("Illegal"))) {
        fail(ExitCode::EngineNotUci,
             "engine " + program_ + " is not UCI (an xboard engine?): it answered uci with " + quoted(text), now, out);
        return;
    }
    if (introduced_)
        to_gui(shown, out);
    else
        keep_for_gui(shown);
}

// Nothing is printed before the GUI's first line.
void Session::pass_on(std::string_view line, Actions& out) {
    if (gui_spoke_)
        to_gui(line, out);
    else
        keep_for_gui(line);
}

// For the GUI's uci. An engine that floods before anybody listens must not fill the memory.
void Session::keep_for_gui(std::string_view line) {
    if (handshake_bytes_ + line.size() >= max_held_bytes) {
        if (handshake_bytes_ < max_held_bytes) note("the engine says too much before uci: the rest is dropped");
        handshake_bytes_ = max_held_bytes;
        return;
    }
    handshake_bytes_ += line.size() + 1;
    handshake_.emplace_back(line);
}

void Session::finish_handshake(std::string_view uciok, TimePoint now, Actions& out) {
    uciok_ = uciok;
    state_ = Idle{};
    for (const std::string& command : engine_options_.initial_commands(log_)) {
        to_engine(command, out);
        const auto set =
            protocol::parse_setoption(std::string_view(command).substr(std::string_view("setoption").size()));
        if (set) engine_options_.on_set(set->name, set->value);
    }
    if (introduced_) answer_uciok(uciok, out);
    release_held(now, out);
}

std::string Session::shown_id(std::string_view line, std::string_view arguments) const {
    if (settings_.engine_name.empty() || text::next_word(arguments) != "name") return std::string(line);
    return "id name " + settings_.engine_name;
}

void Session::on_bestmove(std::string_view line, TimePoint now, Actions& out) {
    if (auto* quitting = std::get_if<Quitting>(&state_); quitting != nullptr && quitting->bestmove_owed) {
        quitting->bestmove_owed = false;
        to_gui(line, out);
        return;
    }
    const auto* searching = std::get_if<Searching>(&state_);
    if (searching == nullptr) {
        note("a bestmove that nobody waits for: not passed on");
        return;
    }
    if (searching->pondering) {
        note("bestmove before ponderhit: kept until ponderhit or stop");
        state_ = HoldingAnswer{{std::string(line)}};
    } else {
        state_ = Idle{};
        to_gui(line, out);
    }
    release_held(now, out);
}

void Session::on_gui_closed(TimePoint now, Actions& out) {
    if (ended()) return;
    event("gui closed");
    gui_spoke_ = true; // all that it will ever say
    nobody_to_tell();
    if (std::holds_alternative<AwaitingGui>(state_))
        leave(now, out);
    else if (!std::holds_alternative<Quitting>(state_))
        handle_gui_line("quit", now, out);
    check_invariants();
}

void Session::on_terminate(TimePoint now, Actions& out) {
    if (ended()) return;
    event("terminate");
    nobody_to_tell();
    if (std::holds_alternative<AwaitingGui>(state_))
        leave(now, out);
    else if (!std::holds_alternative<Quitting>(state_))
        begin_quit(now, out);
    check_invariants();
}

// A failure must not make us wait for a GUI that is gone, or for one when we are told to leave.
void Session::nobody_to_tell() {
    if (failure_) failure_->told = true;
}

void Session::begin_quit(TimePoint now, Actions& out) {
    drop_held();
    quit_by_.reset();
    if (!engine_alive_) {
        leave(now, out);
        return;
    }
    const bool bestmove_owed = std::holds_alternative<Searching>(state_);
    to_engine("quit", out);
    state_ = Quitting{.deadline = now + milliseconds(settings_.quit_timeout_ms), .bestmove_owed = bestmove_owed};
}

void Session::on_engine_closed_output(TimePoint now, Actions& out) {
    if (ended() || failure_ || std::holds_alternative<Quitting>(state_) || !engine_alive_) return;
    event("engine closed");
    fail(ExitCode::EngineExited, "engine " + program_ + " closed its output while " + what_engine_did(), now, out);
    check_invariants();
}

void Session::on_engine_exited(const EngineEnd& end, TimePoint now, Actions& out) {
    if (ended()) return;
    engine_alive_ = false;
    std::string how = end.was_signal
                          ? "was killed by signal " + std::to_string(end.value) + " (" + end.signal_name + ")"
                          : "exited with code " + std::to_string(end.value);
    event(std::string("engine ") + (end.was_signal ? "killed " : "exited ") + std::to_string(end.value) +
          (end.last_stderr.empty() ? "" : " " + end.last_stderr));
    if (std::holds_alternative<AwaitingGui>(state_)) return; // at last; its failure still waits for the GUI
    if (std::holds_alternative<Quitting>(state_)) {
        leave(now, out);
        check_invariants();
        return;
    }
    std::string message = "engine " + program_ + " " + how + " while " + what_engine_did();
    if (!looks_like_uci_ && !first_chatter_.empty()) message += "; it said " + quoted(first_chatter_);
    if (!end.last_stderr.empty()) message += "; last stderr line: " + quoted(end.last_stderr);
    fail(ExitCode::EngineExited, std::move(message), now, out);
    check_invariants();
}

std::string Session::what_engine_did() const {
    if (std::holds_alternative<Starting>(state_)) return "starting, before uciok";
    if (const auto* searching = std::get_if<Searching>(&state_)) return searching->pondering ? "pondering" : "thinking";
    return "idle";
}

void Session::fail(ExitCode code, std::string message, TimePoint now, Actions& out) {
    note(message);
    if (!failure_) failure_ = Failure{code, std::move(message)};
    if (gui_spoke_) tell_failure(out);
    if (!std::holds_alternative<Quitting>(state_)) begin_quit(now, out); // an engine is told once
}

void Session::tell_failure(Actions& out) {
    if (failure_->told) return;
    failure_->told = true;
    to_gui((gui_is_xboard_ ? "tellusererror polyglot: " : "info string polyglot: ") + failure_->message, out);
}

// The engine is gone. Ends the adapter, unless there is a failure that the GUI can still be told.
void Session::leave(TimePoint now, Actions& out) {
    if (failure_ && !failure_->told && !std::holds_alternative<AwaitingGui>(state_)) {
        state_ = AwaitingGui{now + milliseconds(settings_.start_timeout_ms)};
        return;
    }
    state_ = Ended{};
    out.exit = failure_ ? failure_->code : ExitCode::Ok;
    log_.write(Channel::Outcome, "exit " + std::to_string(static_cast<int>(*out.exit)));
}

void Session::signal_engine(Actions::Signal signal, Actions& out) {
    out.signal = signal;
    log_.write(Channel::Outcome, signal == Actions::Signal::Terminate ? "terminate engine" : "kill engine");
}

std::optional<TimePoint> Session::deadline() const {
    if (const auto* starting = std::get_if<Starting>(&state_)) {
        if (quit_by_) return std::min(starting->deadline, *quit_by_);
        return starting->deadline == TimePoint::max() ? std::nullopt : std::optional(starting->deadline);
    }
    if (std::holds_alternative<Searching>(state_)) return quit_by_;
    if (const auto* quitting = std::get_if<Quitting>(&state_)) return quitting->deadline;
    if (const auto* awaiting = std::get_if<AwaitingGui>(&state_)) return awaiting->deadline;
    return std::nullopt;
}

void Session::on_timeout(TimePoint now, Actions& out) {
    const auto due = deadline();
    if (!due || now < *due) return;
    event("timeout");
    if (std::holds_alternative<Starting>(state_)) {
        if (quit_by_) {
            note("no uciok in time, and the GUI has quit: terminating the engine");
            drop_held();
            quit_by_.reset();
            signal_engine(Actions::Signal::Terminate, out);
            state_ = Quitting{.stage = Quitting::Stage::Terminated, .deadline = now + terminate_grace};
        } else {
            const std::string time = seconds_text(settings_.start_timeout_ms);
            if (looks_like_uci_ || first_chatter_.empty())
                fail(ExitCode::EngineSilent, "engine " + program_ + " is silent: no uciok within " + time, now, out);
            else
                fail(ExitCode::EngineNotUci,
                     "engine " + program_ + " is not UCI: no uciok within " + time + ", but it said " +
                         quoted(first_chatter_),
                     now, out);
        }
    } else if (std::holds_alternative<Searching>(state_)) {
        note("the GUI has quit, and its last commands take too long");
        begin_quit(now, out);
    } else if (auto* quitting = std::get_if<Quitting>(&state_)) {
        switch (quitting->stage) {
        case Quitting::Stage::Asked:
            note("the engine ignores quit: terminating it");
            signal_engine(Actions::Signal::Terminate, out);
            quitting->stage = Quitting::Stage::Terminated;
            quitting->deadline = now + terminate_grace;
            break;
        case Quitting::Stage::Terminated:
            note("the engine ignores SIGTERM: killing it");
            signal_engine(Actions::Signal::Kill, out);
            quitting->stage = Quitting::Stage::Killed;
            quitting->deadline = now + kill_grace;
            break;
        case Quitting::Stage::Killed: leave(now, out); break; // in uninterruptible sleep: no use waiting
        }
    } else {
        leave(now, out);
    }
    check_invariants();
}

void Session::check_invariants() const {
    const bool starting = std::holds_alternative<Starting>(state_);
    const bool searching = std::holds_alternative<Searching>(state_);
    assert(held_.empty() == (held_bytes_ == 0));
    assert(held_.empty() || starting || searching); // lines wait only for an engine that will answer
    assert(!searching || engine_alive_);            // a bestmove is owed by somebody
    assert(!quit_by_ || starting || searching);     // only what is awaited puts a quit off
    assert(!failure_ || std::holds_alternative<Quitting>(state_) || std::holds_alternative<AwaitingGui>(state_) ||
           ended());
    static_cast<void>(starting);
    static_cast<void>(searching);
}

} // namespace polyglot::session
