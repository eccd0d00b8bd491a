// The adapter's one state machine: it takes events and returns Actions. It owns the engine's life,
// from the start and the handshake to every way to end. A GuiSide handles the GUI's lines.
// session_handshake.cpp and session_failure.cpp implement their part of it.
//
// 1. The session is pure: it has no clock, thread, randomness or system call. Each event comes with
//    its time, and the answers of the Environment are logged, so that a replay gets the same ones.
// 2. Events come one at a time, never from inside another one. A part that calls request_quit() or
//    warn() in an event gets it done in finish_event(), which carries out all such calls in order.
// 3. The engine is sent `quit` at most once, Actions::Exit is given exactly once, and every state
//    that waits for the engine or the GUI has a deadline.
// 4. The GUI is sent nothing before its first line.
// check_invariants() asserts after every event what can be asserted.
//
// The engine's life, by state. A cell has the state that follows, then what the engine is sent or
// the shell has to do.
//
// state \ event           | answer (1)            | fails (2)                   | SIGTERM (3)
// Starting                | Running (4)           | Asked: quit                 | Asked: quit
// Starting, asked in both | Starting: uci (4)     | Asked: quit                 | Asked: quit
// Running                 | -                     | Restarting: quit, start (5) | Asked: quit
// Restarting              | Running: position, go | Restarting: quit, start (5) | Asked: quit
// Stopping                | Asked: quit           | -                           | -
// Asked                   | -                     | -                           | -
// Terminated              | -                     | -                           | -
// Killed                  | -                     | -                           | -
// AwaitingGui             | Ended: exit           | -                           | Ended: exit
// Ended                   | -                     | -                           | -
//
// state \ event           | deadlines (6)                       | exits
// Starting                | Asked: xboard, protover, a1a1, quit | Ended: exit (7)
// Starting, asked in both | Asked: protover, xboard, a1a1, quit | Starting: start (8)
// Running                 | Restarting: quit, start (5)         | Restarting: start (5)
// Restarting              | Restarting: quit, start (5)         | Restarting: start (5)
// Stopping                | Asked: quit                         | Ended: exit (7)
// Asked                   | Terminated: SIGTERM                 | Ended: exit (7)
// Terminated              | Killed: SIGKILL                     | Ended: exit (7)
// Killed                  | Ended: exit (7)                     | Ended: exit (7)
// AwaitingGui             | Ended: exit                         | -
// Ended                   | -                                   | -
//
// (1) What the state waits for: uciok; in Stopping the bestmove, in AwaitingGui the GUI's first
//     line.
// (2) The engine closes its output. It fails as well if it floods, speaks the wrong protocol, or
//     gives no legal move (docs/supervision.md).
// (3) `quit` and the GUI's end do the same, but the GUI side puts them off while commands wait for
//     answers. Stopping is the way from a stopped search to Asked.
// (4) An uciok that may be early leads to Running only after a deadline, or after the answer to a
//     second question: the engine has been asked in both protocols, or has declared no options.
// (5) If OnEngineFailure and RestartLimit allow it. Otherwise Asked, or Ended without a process;
//     the late answer that is the deadline of Running is then only reported. For an xboard engine
//     the start of the process counts as its uciok, because the engine side sets the process up.
// (6) Those that pass until the state changes. EngineProtocol = auto makes it ask in xboard.
// (7) AwaitingGui if a failure is not reported yet, because the GUI has said nothing: its first
//     line gets the report.
// (8) An engine that leaves at `uci` is started again, to be asked in xboard.
// The side of an xboard engine may replace the process as well, in Running.
// session_table_test.cpp drives the class through these tables.
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

// Nothing derives from it, and nothing owns a SessionControl.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor)
class Session final : private SessionControl {
  public:
    using Environment = session::Environment;
    Session(config::Settings settings, Environment environment);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // The engine process runs; program, an absolute path, names it in messages. Called again after
    // Actions::RestartEngine.
    void on_engine_started(std::string program, TimePoint now, Actions& out);
    // No engine could be started, and no start will be tried again. message tells the GUI's user
    // why.
    void on_start_failed(ExitCode code, std::string message, TimePoint now, Actions& out);

    // Lines come without their '\n'; a '\r' at the end is kept and passed on.
    void on_gui_line(std::string_view line, TimePoint now, Actions& out);
    void on_engine_line(std::string_view line, TimePoint now, Actions& out);
    // Whole lines that were read together, each with its '\n'. Passes on the first ones if they are
    // infos that need not be parsed, and returns their length; the caller passes the rest to
    // on_engine_line(). The result is the same as with on_engine_line() alone, at a third of the
    // cost.
    std::size_t on_engine_infos(std::string_view lines, TimePoint now, Actions& out);
    // Returns false for UCI, and while the engine's protocol is not known yet.
    bool engine_speaks_xboard() const { return engine_side_ != nullptr; }
    // Returns false if the engine is known to ignore `searchmoves`.
    bool engine_takes_search_moves() const {
        return !engine_side_ || engine_side_->takes_search_moves();
    }
    // Follows all lines that were read together.
    void on_engine_batch() { parts_.supervisor.on_batch(); }
    void on_engine_stderr(std::string_view line); // kept for messages

    void on_gui_closed(TimePoint now, Actions& out); // end of file, or a write has failed
    void on_terminate(TimePoint now, Actions& out);  // SIGTERM, SIGHUP
    void on_interrupt(TimePoint now, Actions& out);  // SIGINT
    // End of file, but the process is still there.
    void on_engine_closed_output(TimePoint now, Actions& out);
    // The process is gone and all it wrote has been handed in.
    void on_engine_exited(const EngineEnd& end, TimePoint now, Actions& out);
    void on_timeout(TimePoint now, Actions& out); // deadline() has passed

    // A book that is a program (Actions::StartProgram) has written a line, without its '\n', or has
    // ended: "exited with status 1", "cannot be started: …", "has closed its output".
    void on_program_line(int number, std::string_view line, TimePoint now, Actions& out);
    void on_program_ended(int number, std::string_view how, TimePoint now, Actions& out);

    // congested: the GUI does not read as fast as we write; false: it has caught up. The shell
    // calls this with true again, at most once per GuiReading::pause, when the GUI has taken some
    // of the output but not all.
    void on_gui_congested(bool congested, TimePoint now, Actions& out);

    // The time from which on_results_due() is to be called, after the lines of earlier events have
    // been sent; nullopt if no results wait to be written. If another program keeps the store busy,
    // on_results_due() does not wait for it, and results_due() returns a later time.
    std::optional<TimePoint> results_due() const {
        return ended() ? std::nullopt : parts_.learner.results_due();
    }
    void on_results_due(TimePoint now, Actions& out);

    // Shows the text to the GUI's user as soon as the GUI can take it, and logs it.
    void warn(std::string_view text, TimePoint now, Actions& out);

    std::optional<TimePoint> deadline() const;
    bool wants_gui_input() const; // false while no more GUI lines are to be read
    // Returns true if the shell may read from the engine although the GUI does not keep up, because
    // infos are then replaced by later ones and do not pile up.
    bool is_coalescing() const { return !serving() || gui_reading_.has_stalled(); }
    // Returns true while the engine searches, also to ponder or to analyse.
    bool is_searching() const { return parts_.supervisor.search() != nullptr; }
    bool ended() const { return std::holds_alternative<Ended>(state_); }
    std::string_view state_name() const; // the row of the table above, for its test
    const config::Settings& settings() const { return context_.settings(); }

  private:
    static constexpr std::size_t most_chatter_bytes = 1 << 20;
    // Bytes of the engine's lines that a message may quote.
    static constexpr std::size_t longest_sample = 1000;

    // The engine has been asked for its protocol and has not sent uciok. For an xboard engine the
    // engine side sends it.
    struct Starting {
        TimePoint deadline = TimePoint::max();
        TimePoint probe = TimePoint::max();      // when the engine is asked in xboard as well
        HeldLines<> chatter{most_chatter_bytes}; // the lines before the first one in UCI
        std::string first_chatter = {};          // the first line that is not UCI, for a message
        std::string first_said = {};             // the first line of any kind, for a message
        bool asked_in_both = false;              // it speaks UCI, but has been sent `xboard`
        // Kept while a second question is open, or if may_be_early().
        std::string first_uciok = {};
        bool looks_like_uci = false; // an id or option line has come
    };
    struct Running {}; // the GUI side's own state says what the engine owes
    // The process that replaces a failed one has not started, or has not sent uciok. The GUI side
    // does not see this.
    struct Restarting {
        TimePoint deadline;
    };
    // The engine is made to end by one stage after the other.
    struct Quitting {
        enum class Stage : std::uint8_t {
            Stopping, // `stop` was sent; BBC would miss a `quit` in the same write
            Asked,
            Terminated,
            Killed,
        } stage = Stage::Asked;
        TimePoint deadline;
        bool engine_was_ready;  // its lines are still passed on
        TimePoint quit_by = {}; // Stopping: the deadline of Asked
    };
    // The engine has ended, and the report of its failure waits for the GUI's first line, because
    // nothing is printed before.
    struct AwaitingGui {
        TimePoint deadline;
    };
    struct Ended {};
    using State = std::variant<Starting, Running, Restarting, Quitting, AwaitingGui, Ended>;

    // What finish_event() has to do at the end of the current event.
    struct QuitEngine {};
    struct WarnUser {
        explicit WarnUser(std::string warning) : text(std::move(warning)) {}
        std::string text;
    };
    using Deferred = std::variant<QuitEngine, WarnUser>;

    struct Failure {
        ExitCode code;
        std::string message;
        bool is_reported = false; // the GUI has been sent the report, or is gone
    };

    bool engine_is_ready() const override;
    bool engine_is_being_replaced() const override { return is_restarting() && !engine_side_; }
    bool is_leaving() const override { return !serving(); }
    bool quit_is_requested() const override;
    void request_quit() override;
    void warn(std::string text) override;

    bool serving() const {
        return is_starting() || is_restarting() || std::holds_alternative<Running>(state_);
    }
    bool is_starting() const { return std::holds_alternative<Starting>(state_); }
    // Returns true if the supervisor's deadlines apply. While an xboard engine starts, its engine
    // side has deadlines instead.
    bool owes_in_time() const {
        return std::holds_alternative<Running>(state_) && (!engine_side_ || engine_side_->ready());
    }
    bool is_restarting() const { return std::holds_alternative<Restarting>(state_); }
    void choose_gui_side(std::string_view first_word);
    void finish_event();
    void run_deferred();
    void carry_out(const Deferred& step);
    bool is_auto() const; // EngineProtocol = auto: the engine's protocol is to be detected
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
    bool is_being_warmed() const; // an xboard engine, by BookPonder
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
    std::unique_ptr<XboardEngineSide> engine_side_; // null for an engine that speaks UCI
    std::unique_ptr<GuiSide> gui_side_;             // never null; UCI until the GUI's first line
    State state_;
    std::vector<Deferred> deferred_; // empty between events

    std::string program_; // the engine's path, for messages
    bool engine_alive_ = false;
    std::string last_stderr_; // the engine's last line that is not blank
    bool gui_spoke_ = false;  // its first line has come, so lines may be sent to it
    GuiReading gui_reading_;
    std::optional<Failure> failure_;
};

} // namespace polyglot::session
