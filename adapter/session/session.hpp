// The adapter's one state machine: events in, Actions out. It owns the engine's life: start, handshake, every way to
// end. A GuiSide handles the GUI's lines. session_handshake.cpp and session_failure.cpp implement their part of it.
//
// 1. Pure: no clock, thread, randomness or system call of its own. Each event comes with its time; what the Environment
//    answers is logged, so that a replay gets the same answers.
// 2. Events come one at a time, never from inside another one. What its parts ask of the session in an event
//    (request_quit(), warn()) is carried out in finish_event(), in that order, by one loop.
// 3. The engine is sent `quit` at most once, Actions::Exit is given exactly once, and every state that waits for the
//    engine or the GUI has a deadline.
// 4. The GUI is sent nothing before its first line.
// check_invariants() asserts after every event what can be asserted.
//
// The engine's life. A failure: the engine exits, floods, closes its output, does not start, does not
// say uciok in time, answers in the wrong protocol, or gives an illegal move or none.
//
// state \ event | uciok    | failure              | to quit (1) | deadline            | engine exits
// Starting      | (8)      | Quitting (2)         | Quitting    | asked in xboard (3) | a failure
// Running       | -        | Restarting (4)       | Quitting    | late answer (5)     | a failure
// Restarting    | Running  | Restarting (4)       | Quitting    | a failure           | a failure
// Quitting      | -        | -                    | -           | next stage (6)      | Ended (7)
// AwaitingGui   | -        | -                    | Ended       | Ended               | -
//
// (1) SIGTERM; `quit` and the GUI's end, which the GUI side puts off while commands wait for answers.
// (2) An engine that leaves at `uci` stays in Starting: it is started again, to be asked in xboard.
// (3) By EngineProtocol = auto; after StartTimeout a failure.
// (4) If OnEngineFailure and RestartLimit allow; otherwise, or if no process starts, Quitting. For an
//     xboard engine the start of the process counts as uciok: its side sets it up.
// (5) Restarting as in (4); otherwise it is only reported. A line that may be lost is sent again.
// (6) Stopping, Asked, Terminated, Killed; then as if the engine had exited. Without a living engine
//     Quitting is skipped.
// (7) AwaitingGui if a failure is not reported yet, because the GUI has said nothing: its first line
//     gets the report, and ends it.
// (8) Running; an uciok that may be early (an engine that is asked in both protocols) after a deadline.
// An xboard engine's process may also be replaced by its side, in Running (XboardEngineSide::restart()).
// Transcripts: tests/transcripts/failure/*.txt, uci/handshake*.txt, xboard_engine/auto_*.txt.
#pragma once
#include "adapter/session/shared/gui_reading.hpp"
#include "adapter/session/shared/gui_side.hpp"
#include "adapter/session/shared/held_lines.hpp"
#include "adapter/session/xboard_engine/xboard_engine_side.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace polyglot::session {

// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): nothing derives from it, nothing owns a SessionControl
class Session final : private SessionControl {
  public:
    using Environment = session::Environment;
    Session(config::Settings settings, Environment environment);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // The engine process runs; program names it in messages (an absolute path). Again after Actions::restart_engine.
    void on_engine_started(std::string program, TimePoint now, Actions& out);
    // No engine could be started, and no start will be tried again. message: the reason, for the GUI's user.
    void on_start_failed(ExitCode code, std::string message, TimePoint now, Actions& out);

    // Lines come without their '\n'; a '\r' at the end is kept and passed on.
    void on_gui_line(std::string_view line, TimePoint now, Actions& out);
    void on_engine_line(std::string_view line, TimePoint now, Actions& out);
    // Whole lines that were read together, each with its '\n'. Takes the first ones if they are infos that pass without
    // being looked at, and returns their length; the others are to be handed in one by one. The same as
    // on_engine_line() for each, at a third of the cost.
    std::size_t on_engine_infos(std::string_view lines, TimePoint now, Actions& out);
    // The engine, once it has answered, speaks xboard; false: UCI, or it is not known yet.
    bool engine_speaks_xboard() const { return engine_side_ != nullptr; }
    // False: it is known that `searchmoves` changes nothing.
    bool engine_takes_search_moves() const { return !engine_side_ || engine_side_->takes_search_moves(); }
    void on_engine_batch() { parts_.supervisor.on_batch(); } // after all its lines that were read together
    void on_engine_stderr(std::string_view line);            // kept for messages

    void on_gui_closed(TimePoint now, Actions& out);           // end of file, or it can't be written to any more
    void on_terminate(TimePoint now, Actions& out);            // SIGTERM, SIGHUP
    void on_interrupt(TimePoint now, Actions& out);            // SIGINT
    void on_engine_closed_output(TimePoint now, Actions& out); // end of file, but the process is still there
    // The process is gone and all it wrote has been handed in.
    void on_engine_exited(const EngineEnd& end, TimePoint now, Actions& out);
    void on_timeout(TimePoint now, Actions& out); // deadline() has passed

    // The GUI does not read as fast as we write (true), or has caught up (false). True again, and not more often than
    // GuiReading::pause: it has taken some of it meanwhile.
    void on_gui_congested(bool congested, TimePoint now, Actions& out);

    // The time from which on_results_due() is to be called, after the lines of earlier events have been sent; nullopt
    // if no results wait to be written. on_results_due() does not wait for a store that another program keeps busy:
    // results_due() is a later time then.
    std::optional<TimePoint> results_due() const { return ended() ? std::nullopt : parts_.learner.results_due(); }
    void on_results_due(TimePoint now, Actions& out);

    // Tells the GUI's user, as soon as the GUI can take it, and the log.
    void warn(std::string_view text, TimePoint now, Actions& out);

    std::optional<TimePoint> deadline() const;
    bool wants_gui_input() const; // false: read no more GUI lines for now
    // The engine may be read from although the GUI does not keep up: a flood of its infos adds nothing.
    bool is_coalescing() const { return !serving() || gui_reading_.has_stalled(); }
    bool ended() const { return std::holds_alternative<Ended>(state_); }
    const config::Settings& settings() const { return context_.settings(); }

  private:
    static constexpr std::size_t most_chatter_bytes = 1 << 20;
    static constexpr std::size_t longest_sample = 1000; // bytes of the engine's lines that a message may quote

    // The engine has been asked what it is and has not sent uciok (the engine side sends it for an xboard engine).
    struct Starting {
        TimePoint deadline = TimePoint::max();
        TimePoint probe = TimePoint::max();      // then the engine is asked in xboard
        HeldLines<> chatter{most_chatter_bytes}; // lines from before it is known that the engine speaks UCI
        std::string first_chatter = {};          // its first line that is not UCI, for a message
        std::string first_said = {};             // its first line of any kind, likewise
        bool asked_in_both = false;              // a UCI engine, when it had been asked in xboard as well
        std::string first_uciok = {}; // of an engine asked in both, while it is asked again, or may_be_early()
        bool looks_like_uci = false;  // an id or option line has come
    };
    struct Running {}; // the GUI side's own state says what the engine owes
    // The process that replaces a failed one has not started, or has not sent uciok. The GUI side does not see this.
    struct Restarting {
        TimePoint deadline;
    };
    // The engine is being ended, by one stage after the other.
    struct Quitting {
        enum class Stage : std::uint8_t {
            Stopping, // it has been sent `stop`, and misses a `quit` in the same write if it reads like BBC
            Asked,
            Terminated,
            Killed,
        } stage = Stage::Asked;
        TimePoint deadline;
        bool engine_was_ready;  // its lines are still passed on
        TimePoint quit_by = {}; // Stopping: the deadline of Asked
    };
    // The engine has ended, and its failure waits to be reported until the GUI's first line: nothing is printed before.
    struct AwaitingGui {
        TimePoint deadline;
    };
    struct Ended {};
    using State = std::variant<Starting, Running, Restarting, Quitting, AwaitingGui, Ended>;

    // What the event in hand has asked of the session, for its end.
    struct QuitEngine {};
    struct WarnUser {
        explicit WarnUser(std::string warning) : text(std::move(warning)) {}
        std::string text;
    };
    using Deferred = std::variant<QuitEngine, WarnUser>;

    struct Failure {
        ExitCode code;
        std::string message;
        bool told = false; // to the GUI, or the GUI is gone
    };

    bool engine_is_ready() const override;
    bool engine_is_being_replaced() const override { return is_restarting() && !engine_side_; }
    bool is_leaving() const override { return !serving(); }
    bool quit_is_requested() const override;
    void request_quit() override;
    void warn(std::string text) override;

    bool serving() const { return is_starting() || is_restarting() || std::holds_alternative<Running>(state_); }
    bool is_starting() const { return std::holds_alternative<Starting>(state_); }
    // While an xboard engine starts, its engine side waits for it.
    bool owes_in_time() const {
        return std::holds_alternative<Running>(state_) && (!engine_side_ || engine_side_->ready());
    }
    bool is_restarting() const { return std::holds_alternative<Restarting>(state_); }
    void choose_gui_side(std::string_view first_word);
    void finish_event();
    void run_deferred();
    void carry_out(const Deferred& step);
    bool is_auto() const; // we are to find out what the engine speaks
    void ask_in_uci();
    XboardEngineSide& make_engine_side(XboardEngineSide::Belief belief);
    void on_uci_after_all(std::string_view line);
    void take_engine_side_replies();
    void on_engine_side_reply(const EngineReply& reply);
    void on_uci_line(std::string_view line);
    void on_uci_reply(std::string_view line, const protocol::UciEngineLine& parsed);
    bool hears_engine();
    void on_readyok(std::string_view line, const protocol::UciEngineLine& parsed);
    void release_readyoks(std::string_view line);
    void probe_lag();
    void look_whether_gui_reads();
    void on_lag_probe_answered(bool is_certain);
    void on_move(const EngineMove& move);
    void on_no_move(const NoMoveReply& failed);
    bool takes_bestmove(std::string_view arguments, const protocol::BestMove& best);
    void on_restarted_line(const protocol::UciEngineLine& parsed);
    void on_handshake_line(std::string_view line, const protocol::UciEngineLine& parsed);
    bool may_be_early() const;
    void on_line_after_uciok(std::string_view line, const protocol::UciEngineLine& parsed);
    void pass_on_chatter();
    void learn_name();
    void set_options(const std::vector<protocol::OptionSetting>& settings);
    void set_late_option(const EngineOption& option);
    void learn_variants();
    void finish_handshake(std::string_view uciok);
    std::string shown_option(std::string_view line);
    std::string shown_id(std::string_view line, std::string_view arguments) const;
    void on_stage_timeout();
    void fail_handshake();
    void begin_quit();
    void send_quit();
    bool is_stopping() const {
        const auto* quitting = std::get_if<Quitting>(&state_);
        return quitting != nullptr && quitting->stage == Quitting::Stage::Stopping;
    }
    void on_answer_due();
    void on_overdue();
    void on_failure(ExitCode code, std::string message, bool is_gone);
    void replace_engine(const std::string& why, bool is_gone);
    bool may_replace() const;
    std::string with_last_stderr(std::string message) const;
    void fail(ExitCode code, std::string message);
    void tell_failure();
    void drop_failure_report();
    void leave();
    void signal_engine(Actions::Signal signal);
    std::string what_engine_did() const;
    std::string describe_interrupt(const EngineEnd& end);
    void check_invariants() const;

    void event(std::string_view text) { context_.log().write(Channel::Event, text); }

    SessionParts parts_;
    SessionContext context_;
    std::unique_ptr<XboardEngineSide> engine_side_; // for an engine that speaks xboard; null: it speaks UCI
    std::unique_ptr<GuiSide> gui_side_;             // UCI until the GUI's first line says otherwise; never null
    State state_;
    std::vector<Deferred> deferred_; // empty between events

    std::string program_; // the engine, for messages
    bool engine_alive_ = false;
    std::string last_stderr_; // of the engine: its last line that is not blank
    bool gui_spoke_ = false;  // its first line has come: now we may print
    GuiReading gui_reading_;
    std::optional<Failure> failure_;
};

} // namespace polyglot::session
