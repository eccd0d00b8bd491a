// `go` for an engine that speaks xboard. The GUI side is owed one bestmove for each, whatever the engine does.
//
// The limits are the Go that on_go() is given, a copy of that in the supervisor's RunningSearch, which may be over
// before the engine has moved. The supervisor's RunningSearch has when it came, and whether the search ponders or was
// stopped; here is how far the engine has come (Phase). That there is a search has to be known here as well, because it
// starts later than the supervisor's, when the `go` leaves the queue of the engine side, and ends earlier, when the
// bestmove enters the queue of replies, from which the session takes it.
//
// 1. A search waits until the engine's board is at the position (BoardSync), then runs. A stop before that ends an
//    analysis or a ponder search, whose move is not played, without the engine after 0.2 s. A search for a move begins
//    first; if it has not begun after 5 s with an engine that has started, it has failed. An analysis waits until an
//    engine that may be slow to start has said something.
// 2. An engine that gives no legal move is set up anew and asked once more; after a claim of a result or an objection,
//    without the game that led to the position. If that does not help, a search for a move has failed (NoMoveReply):
//    the session decides by OnEngineFailure. No move is chosen for the engine, except that one that does not move on
//    `?`, or claims a result and is then stopped, is taken at its word: the first move of its best line. docs/
//    supervision.md has the rule for users.
// 3. A move of a search that only `stop` may end (UCI: infinite) is held until then.
// 4. For a search to ponder the engine is sent nothing: after its own move a `hard` engine ponders on its own guess.
//
// phase \ event | board is there   | its move          | stop, a limit      | no legal move (1)
// Waiting       | begins (2)       | stray             | rule 1             | -
// Pondering     | -                | stray             | answered (3)       | -
// Thinking      | -                | answered, or Held | Hurried, or (4)    | Waiting; then (5)
// Hurried       | -                | answered          | -                  | (5); no move comes: (4)
// Analysing     | -                | stray             | `exit`, answered   | (1)
// Held          | -                | stray             | answered           | -
// Failed        | -                | stray             | -                  | -
//
// (1) An illegal move, an objection, a claim of a result that no move follows; rule 2. An objection
//     to `analyze`: Waiting, and the engine thinks instead.
// (2) Pondering, Thinking or Analysing; Failed if it refuses the position. Without a legal move, in a
//     variant that the engine does not play, and for HoiChess after a draw: answered, or Held.
// (3) Answered: the bestmove is sent, and the search is over. A search to ponder, or an analysis:
//     with the first move of the best line. ponderhit: Waiting.
// (4) A deaf engine: answered with the first move of its best line, or of the first that comes. An
//     engine that resigns, or has claimed a result: the same, or Failed without a line.
// (5) Failed; a search that is not for a move is answered. After a claim Waiting comes only if the
//     engine can be set up without the game.
// A new process: Waiting, but Held stays. Failed ends by the session's decision (end_failed(),
// on_lost()).
// Transcripts: xboard_engine/{stop_*,ponder,analysis*,deaf*,claims*,illegal_move*,resigns}.txt.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/shared/engine_reply.hpp"
#include "adapter/session/shared/supervisor.hpp"
#include "adapter/session/xboard_engine/board_sync.hpp"
#include "adapter/session/xboard_engine/connection.hpp"
#include "adapter/session/xboard_engine/info.hpp"
#include "adapter/session/xboard_engine/last_move.hpp"
#include "adapter/session/xboard_engine/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

class XboardSearch {
  public:
    XboardSearch(Connection& connection, BoardSync& sync, const Supervisor& supervisor)
        : connection_(connection), sync_(sync), supervisor_(supervisor) {}

    // From the GUI side, after the supervisor. is_free: commands can be sent to the engine now; otherwise on_free()
    // follows.
    void on_go(const protocol::Go& go, bool is_free);
    void on_ponderhit(bool is_free);
    void on_stop();
    void answer_without_engine(const protocol::Go& go); // which the engine will not be sent
    void on_free();
    // Ends the search without `stop` from the GUI side. This is not noted in RunningSearch: for the GUI side a bestmove
    // before ponderhit is still early.
    void cut_short();
    void end_failed(); // Failed: the engine is not replaced

    // From the engine.
    void on_move(const protocol::XboardEngineLine& parsed);
    void on_thinking(std::string_view line);
    void on_stat(std::string_view arguments);
    void on_pong(int number) { last_move_.on_pong(number); }
    void on_result_claim();
    void on_resign();
    void on_objection(const protocol::XboardEngineLine& parsed, std::string_view line);

    // The process has ended or failed. The next one is asked again, unless the search is given up.
    void on_lost(bool gives_up);
    void forget_process();
    void on_no_pong();
    void on_reaction() { begin_after_start(); } // any line of the engine

    std::optional<TimePoint> deadline() const;
    void answer_if_overdue_to_begin(); // also while the engine starts
    void on_timeout();

    bool is_asked() const { return search_.has_value(); } // no bestmove has been sent for it
    bool waits_for_engine() const { return search_ && search_->phase == Phase::Waiting; }
    bool waits_for_start() const { return waits_for_engine() && search_->begin_at; }
    bool is_pondering() const { return search_ && search_->phase == Phase::Pondering; }
    bool is_stop_wanted() const { return search_ && (search_->is_cut_short || asked().stop_sent); }
    void interrupt_if_busy(Interrupts::Answer answer); // before a command

  private:
    enum class Phase : std::uint8_t {
        Waiting,   // the engine's board is being brought to the position
        Pondering, // rule 4
        Thinking,  // the engine's move will be the bestmove
        Hurried,   // Thinking, and `?` was sent
        Analysing, // `analyze` was sent
        Held,      // the engine has moved, or there is no move, and only stop may end the search
        Failed,    // rule 2: the session decides
    };
    struct Search {
        protocol::Go go = {};
        Phase phase = Phase::Waiting;
        TimePoint begun_at = {};                // when the engine was sent the limits
        bool is_cut_short = false;              // cut_short()
        std::optional<TimePoint> begin_by = {}; // Waiting, and to be stopped: answered without the engine then
        std::optional<TimePoint> begin_at = {}; // Waiting, for an engine that may still be starting (rule 1)
        TimePoint ask_again = {};               // Hurried: `?` once more
        bool thinks_instead = false;            // of analysing: the engine cannot; its next process is not asked again
        bool retried = false;                   // set up anew after an answer that was no move
        bool retried_alone = false;             // … without the game that led here
        bool awaits_line = false;               // it does not move on `?`, and has given no line yet
        bool has_failed_to_begin = false;       // Failed, when it was Waiting
        bool has_claimed = false;               // a result, and it has not thought since
        bool has_said_line = false;             // an info line with a pv was passed on
        Watch watch = {};
        std::optional<TimePoint> move_by = {}; // the engine's move is due
        std::string held_move = {};

        bool has_begun() const { return phase != Phase::Waiting; }
        bool is_thinking() const { return phase == Phase::Thinking || phase == Phase::Hurried; }
        bool is_hurried() const { return phase == Phase::Hurried && !awaits_line; }
        bool is_busy() const { return is_thinking() || phase == Phase::Analysing; }
        bool may_be_busy() const { return is_busy() || (phase == Phase::Failed && !has_failed_to_begin); }
        // What the engine says now is about this search.
        bool is_listening() const { return is_busy() || phase == Phase::Pondering; }
        std::optional<TimePoint> watch_due() const {
            const bool is_watched = (phase == Phase::Thinking || phase == Phase::Analysing) && !awaits_line;
            return is_watched && watch.move_after ? std::optional(begun_at + *watch.move_after) : std::nullopt;
        }
    };

    const RunningSearch& asked() const { return *supervisor_.search(); } // while there is search_

    void begin();
    void begin_pondering();
    void refuse_variant();
    void begin_info();
    void send_go();
    void send_search_moves();
    void send_analyze();
    void hold_no_move(const chess::Position& position);
    bool has_ended_game() const;
    void begin_after_start();
    void limit_wait_for_begin();
    void stop();
    void end();
    void end_thinking();
    void end_after_claim();
    void take_line_of_deaf(std::string_view why);
    void end_analysis();
    void hurry();
    void check_watch();
    void answer(std::string_view move);
    void answer_before_it_begins();
    enum class Cause : std::uint8_t { Other, Resignation, Unresponsive };
    void answer_for_it(std::string_view why, Cause cause = Cause::Other);
    void answer_or_fail(std::string_view why, std::string_view move = {});
    void say_no_move(std::string_view why, std::string_view move, NoMoveReply::Next next);
    enum class Fault : std::uint8_t { IllegalMove, Objection, Claim };
    void on_no_move(Fault fault, std::string_view why, std::string_view move = {});
    void leave_search();
    bool try_without_game();
    void on_unexpected_move(std::string_view text);
    std::string best_move_so_far() const;
    bool is_allowed(std::string_view move) const;

    Connection& connection_;
    BoardSync& sync_;
    const Supervisor& supervisor_;
    bool is_engine_starting_ = false; // a new process, which has taken no command yet
    bool leaves_analysis_ = false;    // `exit` was sent, and the engine has not answered yet
    int hangs_after_analysis_ = 0;    // analyses in a row at whose end it did not answer
    std::optional<Search> search_;
    XboardInfo info_;
    LastMove last_move_;
    int strays_ = 0; // moves without a search, since the engine last moved in one
};

} // namespace polyglot::session
