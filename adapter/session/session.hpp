// The adapter's one state machine, UCI GUI to UCI engine. Pure: no IO, no clock, no randomness of its own. Events come
// in one at a time with the time they happened; what is to be done goes out as Actions. docs/ARCHITECTURE.md has the
// invariants; check_invariants() asserts them after every event.
#pragma once
#include "adapter/protocol/uci.hpp"
#include "adapter/session/book_player.hpp"
#include "adapter/session/engine_options.hpp"
#include "adapter/session/events.hpp"
#include "adapter/session/game_tracker.hpp"
#include "config/schema.hpp"
#include "config/settings.hpp"
#include "core/random.hpp"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polyglot::session {

class Session {
  public:
    struct Environment {
        BookOpener open_book;
        Random& random;
        Log& log;
    };
    Session(config::Settings settings, Environment environment);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // The engine process runs; program names it in messages (an absolute path).
    void on_engine_started(std::string program, TimePoint now, Actions& out);
    // There is no engine and there will be none. message says why, for the GUI's user.
    void on_start_failed(ExitCode code, std::string message, TimePoint now, Actions& out);

    // Lines come without their '\n'; a '\r' before it is kept and passed on.
    void on_gui_line(std::string_view line, TimePoint now, Actions& out);
    void on_engine_line(std::string_view line, TimePoint now, Actions& out);

    void on_gui_closed(TimePoint now, Actions& out);           // end of file, or it can't be written to any more
    void on_terminate(TimePoint now, Actions& out);            // SIGTERM, SIGINT, SIGHUP
    void on_engine_closed_output(TimePoint now, Actions& out); // end of file, but the process is still there
    // The process is gone and all it wrote has been handed in.
    void on_engine_exited(const EngineEnd& end, TimePoint now, Actions& out);
    void on_timeout(TimePoint now, Actions& out); // deadline() has passed

    // Tells the GUI's user, as soon as the GUI can take it, and the log.
    void warn(std::string_view text, Actions& out);

    std::optional<TimePoint> deadline() const;
    bool wants_gui_input() const { return held_bytes_ < max_held_bytes; } // false: read no more GUI lines for now
    bool ended() const { return std::holds_alternative<Ended>(state_); }
    const config::Settings& settings() const { return settings_; }

  private:
    // The engine has been sent uci and has not said uciok. GUI lines wait in held_.
    struct Starting {
        TimePoint deadline;
    };
    // The engine owes nothing.
    struct Idle {};
    // The engine owes one bestmove for one `go` of the GUI.
    struct Searching {
        bool pondering = false; // no ponderhit and no stop yet: a bestmove now comes too early
        bool bounded = false;   // ends by itself
        bool stop_sent = false;
    };
    // A `go ponder` has its answer (from the book, or from an engine that was too early); the engine owes nothing. The
    // answer waits for ponderhit or stop.
    struct HoldingAnswer {
        std::vector<std::string> lines;
    };
    // The engine has been told to go; stages get ruder.
    struct Quitting {
        enum class Stage : std::uint8_t { Asked, Terminated, Killed } stage = Stage::Asked;
        TimePoint deadline;
        bool bestmove_owed = false; // quit came in the middle of a search: its answer is still passed on
    };
    // No engine any more, and a failure that the GUI has not been told, because nothing is printed before its first
    // line.
    struct AwaitingGui {
        TimePoint deadline;
    };
    struct Ended {};
    using State = std::variant<Starting, Idle, Searching, HoldingAnswer, Quitting, AwaitingGui, Ended>;

    struct Failure {
        ExitCode code;
        std::string message;
        bool told = false; // or there is nobody to tell
    };

    static constexpr std::size_t max_held_bytes = 1 << 20;

    // GUI side (session.cpp)
    void handle_gui_line(std::string_view line, TimePoint now, Actions& out);
    bool must_wait(protocol::UciCommand command, bool behind_lines, bool behind_go) const;
    void on_uci(std::string_view line, Actions& out);
    void answer_uciok(std::string_view uciok, Actions& out);
    void on_setoption(std::string_view line, std::string_view arguments, Actions& out);
    void set_own_option(std::string_view name, std::string_view value, Actions& out);
    void on_position(std::string_view line, std::string_view arguments, Actions& out);
    void on_go(std::string_view line, std::string_view arguments, Actions& out);
    void on_stop(std::string_view line, Actions& out);
    void on_ponderhit(std::string_view line, Actions& out);
    std::optional<BookAnswer> ask_book(const protocol::Go& go);
    std::vector<std::string> format_answer(const BookAnswer& answer) const;
    void give_answer(const std::vector<std::string>& lines, Actions& out);
    void release_answer(Actions& out);
    void act_on_gui_line(std::string_view line, const protocol::UciGuiLine& parsed, TimePoint now, Actions& out);
    void hold(std::string_view line, protocol::UciCommand command);
    void stop_for_held(Actions& out);
    void drop_held();
    void release_held(TimePoint now, Actions& out);
    void apply_book_settings(Actions& out);
    void refuse_xboard(TimePoint now, Actions& out);

    // Engine side and lifecycle (session_engine.cpp)
    void on_handshake_line(std::string_view line, const protocol::UciEngineLine& parsed, TimePoint now, Actions& out);
    void pass_on(std::string_view line, Actions& out);
    void keep_for_gui(std::string_view line);
    void finish_handshake(std::string_view uciok, TimePoint now, Actions& out);
    void on_bestmove(std::string_view line, TimePoint now, Actions& out);
    std::string shown_id(std::string_view line, std::string_view arguments) const;
    void begin_quit(TimePoint now, Actions& out);
    void fail(ExitCode code, std::string message, TimePoint now, Actions& out);
    void tell_failure(Actions& out);
    void nobody_to_tell();
    void leave(TimePoint now, Actions& out);
    void signal_engine(Actions::Signal signal, Actions& out);
    std::string what_engine_did() const;
    void check_invariants() const;

    // Output, each with its log line
    void to_gui(std::string_view line, Actions& out);
    void to_engine(std::string_view line, Actions& out);
    void event(std::string_view text) { log_.write(Channel::Event, text); }
    void tell_user(std::string_view text, Actions& out); // info string, as soon as the GUI can take one
    void note(std::string_view text) { log_.write(Channel::Note, text); }

    config::Settings settings_;
    Log& log_;
    BookPlayer book_;
    EngineOptions engine_options_;
    GameTracker tracker_;
    State state_;

    std::deque<std::string> held_; // GUI lines that wait until the engine is idle, in order
    std::size_t held_bytes_ = 0;
    std::size_t held_goes_ = 0; // so many of them are `go`
    // The GUI has said quit behind lines that it wants answered (`polyglot < commands`): when they are, or then.
    std::optional<TimePoint> quit_by_;

    std::string program_; // the engine, for messages
    bool engine_alive_ = false;
    bool gui_spoke_ = false; // its first line has come: now we may print
    bool gui_is_xboard_ = false;
    bool introduced_ = false;            // the GUI has said uci once
    int owed_uciok_ = 0;                 // so many uci of the GUI are not answered yet
    std::vector<std::string> handshake_; // engine lines up to uciok, until the GUI asks for them
    std::size_t handshake_bytes_ = 0;
    std::string uciok_;                // the engine's uciok line, once it has come
    std::string first_chatter_;        // the first line that is no UCI, for a message
    bool looks_like_uci_ = false;      // an id or option line has come
    std::vector<std::string> notices_; // info strings that wait for the handshake with the GUI
    std::optional<Failure> failure_;
};

} // namespace polyglot::session
