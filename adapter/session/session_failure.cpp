// Handles every way in which an engine fails, as OnEngineFailure requires: the failure is reported
// to the GUI, and polyglot exits or replaces the engine by a new process.
#include "adapter/session/session.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

using std::chrono::milliseconds;

void Session::on_engine_stderr(std::string_view line) {
    if (ended()) return;
    context_.log().write(Channel::EngineStderr, line);
    if (const std::string_view text = text::trim(line); !text.empty())
        last_stderr_ = text.substr(0, 1000);
}

void Session::on_engine_closed_output(TimePoint now, Actions& out) {
    if (!serving() || failure_ || !engine_alive_) return;
    context_.begin_event(now, out);
    event("engine closed");
    on_failure(
        ExitCode::EngineExited,
        with_last_stderr("engine " + program_ + " closed its output while " + what_engine_did()),
        false);
    finish_event();
}

void Session::on_engine_exited(const EngineEnd& end, TimePoint now, Actions& out) {
    if (ended()) return;
    context_.begin_event(now, out);
    engine_alive_ = false;
    event("engine " + format_end(end));
    const auto* starting = std::get_if<Starting>(&state_);
    const std::string said_instead =
        starting && !starting->looks_like_uci ? starting->first_chatter : std::string();
    const bool has_left_at_uci =
        is_auto() && !engine_side_ && !said_instead.empty() && end.has_ended_itself();
    const std::string signalled = describe_interrupt(end);
    if (std::holds_alternative<Quitting>(state_)) {
        leave();
    } else if (has_left_at_uci || (starting && engine_side_ && end.has_ended_itself() &&
                                   engine_side_->on_left_at_start())) {
        // HoiChess does this.
        context_.note("the engine has left at uci: it is started again, to be asked in xboard");
        if (has_left_at_uci) make_engine_side(XboardEngineSide::Belief::Answered);
        context_.restart_engine(true);
    } else if (serving()) { // otherwise the failure waits for the GUI's first line
        std::string message = "engine " + program_ + " " + describe_end(end) + " while " +
                              what_engine_did() + signalled;
        if (!said_instead.empty()) message += "; it said " + text::quote(said_instead);
        if (!end.last_stderr.empty()) last_stderr_ = end.last_stderr;
        on_failure(ExitCode::EngineExited, with_last_stderr(std::move(message)), true);
    }
    finish_event();
}

// Returns an empty text, unless the engine has ended by a SIGINT of the adapter, or soon after it.
std::string Session::describe_interrupt(const EngineEnd& end) {
    constexpr milliseconds soon{1000};
    constexpr int sigint = 2;
    const auto interrupted = context_.take_interrupt_time();
    if (!engine_side_ || !interrupted) return {};
    if (!(end.was_signal && end.value == sigint) && context_.now() > *interrupted + soon) return {};
    engine_side_->on_died_of_interrupt();
    return ", after a SIGINT of polyglot (EngineInterrupt = off prevents it)";
}

// An xboard engine is set up from the start and asked once more (XboardSearch). If that does not
// help, the engine is replaced, or the GUI is sent the illegal move or no move, which loses the
// game.
void Session::on_no_move(const NoMoveReply& failed) {
    const std::string message = "engine " + program_ + " " + failed.why;
    context_.note_failure(message);
    if (failed.next == NoMoveReply::Next::AskedAgain) {
        gui_side_->tell_user(message + "; it is set up again and asked once more");
        return;
    }
    const bool is_in_vain =
        failed.next == NoMoveReply::Next::End &&
        text::equal_ignoring_case(context_.settings().on_engine_failure, "restart");
    if (serving() && may_replace() && !is_in_vain) {
        replace_engine(message, false);
        return;
    }
    engine_side_->end_failed_search();
    gui_side_->tell_user(message);
    on_move({.best = {.move = failed.move.empty() ? std::string_view("0000") : failed.move,
                      .ponder = {}}});
}

// An answer is late, or a line that the engine may have missed is to be sent again.
void Session::on_answer_due() {
    if (parts_.supervisor.take_due_stop(context_.now())) context_.to_wire("stop");
    if (parts_.supervisor.take_due_isready(context_.now())) {
        context_.note("no readyok: the engine is asked again");
        context_.to_wire("isready");
    }
    on_overdue();
}

// An answer is late. Unless the engine is to be replaced, this is only reported, because the answer
// may still come, and the GUI decides how long to wait.
void Session::on_overdue() {
    const auto broken = parts_.supervisor.overdue(context_.now());
    if (!broken) return;
    const std::string message = with_last_stderr("engine " + program_ + " hangs: " + *broken);
    if (may_replace()) {
        replace_engine(message, false);
        return;
    }
    context_.note(message);
    if (gui_spoke_) gui_side_->tell_failure(message);
}

// The running engine cannot be used any more.
void Session::on_failure(ExitCode code, std::string message, bool is_gone) {
    if (!is_starting() && may_replace()) {
        replace_engine(message, is_gone);
        return;
    }
    fail(code, std::move(message));
}

bool Session::may_replace() const {
    const bool is_replaced =
        !text::equal_ignoring_case(context_.settings().on_engine_failure, "report") ||
        is_being_warmed();
    return is_replaced && parts_.supervisor.may_restart();
}

// A search that the GUI has not asked for must not end a game.
bool Session::is_being_warmed() const {
    return engine_side_ && engine_side_->is_being_warmed();
}

void Session::replace_engine(const std::string& why, bool is_gone) {
    const int restarts = parts_.supervisor.on_restart();
    const bool resigns =
        text::equal_ignoring_case(context_.settings().on_engine_failure, "resign") &&
        gui_side_->thinks_on_a_move() && !is_being_warmed();
    engine_alive_ = false;
    state_ = Restarting{TimePoint::max()};
    gui_side_->tell_user(why + "; it is restarted (" + std::to_string(restarts) + " of " +
                         std::to_string(context_.settings().restart_limit) + ")");
    context_.restart_engine(is_gone);
    if (resigns) parts_.supervisor.end_search(context_.now());
    if (engine_side_) engine_side_->on_lost(resigns);
    if (resigns) gui_side_->give_up_search();
}

std::string Session::with_last_stderr(std::string message) const {
    if (!last_stderr_.empty()) message += "; last stderr line: " + text::quote(last_stderr_);
    return message;
}

std::string Session::what_engine_did() const {
    if (is_starting()) return "starting, before uciok";
    return std::string(gui_side_->engine_activity());
}

void Session::fail(ExitCode code, std::string message) {
    context_.note(message);
    if (!failure_) failure_ = Failure{code, std::move(message)};
    if (gui_spoke_) tell_failure();
    if (serving()) begin_quit(); // `quit` is sent once
}

void Session::tell_failure() {
    if (failure_->is_reported) return;
    failure_->is_reported = true;
    gui_side_->tell_failure(failure_->message);
}

// The engine has ended. Ends the adapter, unless a failure can still be reported to the GUI.
void Session::leave() {
    if (failure_ && !failure_->is_reported && !std::holds_alternative<AwaitingGui>(state_)) {
        state_ = AwaitingGui{context_.now() + milliseconds(context_.settings().start_timeout_ms)};
        return;
    }
    parts_.programs.stop_all(context_);
    state_ = Ended{};
    const ExitCode code = failure_ ? failure_->code : ExitCode::Ok;
    context_.out().add(Actions::Exit{code});
    context_.outcome("exit " + std::to_string(static_cast<int>(code)));
}

} // namespace polyglot::session
