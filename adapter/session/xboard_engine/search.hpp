// Carries out `go` with an engine that speaks xboard. The GUI side is owed one bestmove for each
// `go`, whatever the engine does.
//
// This class knows how far the engine has come with the search (Phase) and keeps the limits; the
// supervisor's RunningSearch has the time of the `go`, and whether the search ponders or was
// stopped. The search begins later here than in the supervisor, when the `go` leaves the queue of
// the engine side, and ends earlier, when the bestmove enters the queue of replies, from which the
// session takes it.
//
// 1. A search waits until the engine's board is at the position (BoardSync), then runs. A stop
//    before that ends an analysis or a ponder search, whose move is not played, without the engine
//    after 0.2 s. A search for a move begins first; if it has not begun after 5 s with an engine
//    that has started, it has failed. An analysis waits until an engine that may be slow to start
//    has said something.
// 2. An engine that gives no legal move is set up from the start and asked once more; after a claim
//    of a result or an objection, without the game that led to the position. If that does not help,
//    a search for a move has failed (NoMoveReply): the session decides by OnEngineFailure. No move
//    is chosen for the engine, with one exception: if it does not move on `?`, or claims a result
//    and is then stopped, the first move of its best line is played. docs/supervision.md has the
//    rule for users.
// 3. A move of a search that only `stop` may end (UCI: infinite) is held until then.
// 4. After its own move a `hard` engine ponders on its own guess, so it is sent no command for a
//    search to ponder. After a move of the book it has no guess: with BookPonder it analyses the
//    position instead (Warming), if it can_warm().
//
// A cell of these tables has the phase that follows ("none": the search is over), then what the
// engine is sent; `bestmove` and `failure` (NoMoveReply) go to the session. "No line": the engine
// has given no line of play.
//
// phase \ event             | ponderhit              | stop (1)             | process lost
// Waiting                   | -                      | -                    | -
// Waiting, stopped          | -                      | -                    | -
// Waiting, analysis         | -                      | -                    | -
// Waiting, analysis stopped | -                      | -                    | -
// Waiting, to warm          | -                      | -                    | -
// Waiting, to warm, stopped | -                      | -                    | -
// Pondering                 | Thinking: e2e4, st, go | none: bestmove       | Waiting
// Thinking                  | -                      | Hurried: ?           | Waiting
// Thinking, no line         | -                      | Hurried: ?           | Waiting
// Thinking, infinite        | -                      | Hurried: ?           | Waiting
// Hurried                   | -                      | -                    | Waiting
// Hurried, no line          | -                      | -                    | Waiting
// Analysing                 | -                      | none: exit, bestmove | Waiting
// Warming                   | Waiting: exit (9)      | none: exit, bestmove | Waiting (10)
// Held                      | -                      | none: bestmove       | -
// Failed                    | -                      | -                    | Waiting
//
// phase \ event             | its move       | illegal move (2)        | deadlines (3)
// Waiting                   | -              | -                       | -
// Waiting, stopped          | -              | -                       | Failed: failure (4)
// Waiting, analysis         | -              | -                       | -
// Waiting, analysis stopped | -              | -                       | none: bestmove (1)
// Waiting, to warm          | -              | -                       | -
// Waiting, to warm, stopped | -              | -                       | none: bestmove (1)
// Pondering                 | -              | -                       | -
// Thinking                  | none: bestmove | Waiting: force, failure | Hurried: ?
// Thinking, no line         | none: bestmove | Waiting: force, failure | Hurried: ?
// Thinking, infinite        | Held           | Waiting: force, failure | -
// Hurried                   | none: bestmove | Failed: failure         | none: ?, restart, bestmove
// Hurried, no line          | none: bestmove | Failed: failure         | Hurried: ? (5)
// Analysing                 | -              | -                       | -
// Warming                   | -              | -                       | -
// Held                      | -              | -                       | -
// Failed                    | -              | -                       | -
//
// phase \ event             | board is there (6) | claim (7)             | resigns (1)
// Waiting                   | Thinking: st, go   | -                     | -
// Waiting, stopped          | Thinking: st, go   | -                     | -
// Waiting, analysis         | Analysing: analyze | -                     | -
// Waiting, analysis stopped | Analysing: analyze | none: bestmove (8)    | -
// Waiting, to warm          | Warming: analyze   | -                     | -
// Waiting, to warm, stopped | none: bestmove     | none: bestmove (8)    | -
// Pondering                 | -                  | -                     | -
// Thinking                  | -                  | Waiting: force        | none: force, bestmove
// Thinking, no line         | -                  | Waiting: force        | Failed: failure
// Thinking, infinite        | -                  | Waiting: force        | none: force, bestmove
// Hurried                   | -                  | none: force, bestmove | none: force, bestmove
// Hurried, no line          | -                  | Waiting: force        | Failed: failure
// Analysing                 | -                  | -                     | -
// Warming                   | -                  | -                     | -
// Held                      | -                  | -                     | -
// Failed                    | -                  | -                     | -
//
// (1) The bestmove is the first move of the engine's best line. Without a line it is any legal move
//     if the search is not for a move; otherwise the search fails.
// (2) The same holds for an objection to the position. The second time the search has Failed. After
//     an objection to `analyze` the engine is asked to think instead.
// (3) Those that pass until the phase changes. A limit that the engine is not sent (Watch) has the
//     effect of stop.
// (4) After 5 s; never while the process starts, because the start has another time limit.
// (5) For 2 s; then its move or its first line is waited for. An engine that reads nothing while it
//     thinks is not sent `?`.
// (6) The search is answered, or Held, if the position has no legal move, if the engine does not
//     play the variant, and for HoiChess after a draw. An engine that refuses the position is asked
//     once more, without the game; then the search has Failed.
// (7) A claim of a result that no move follows within 0.5 s. Waiting comes once, if the engine can
//     be set up without the game; otherwise Hurried (not if it is deaf), and from there Failed.
// (8) The cause is the deadline, which passes meanwhile, not the claim.
// (9) The search for a move begins at the pong. If that takes longer than 0.3 s, the engine is not
//     warmed again; after a second it is restarted.
// (10) The engine is not warmed again, because `analyze` may be the reason, and it is replaced
//      whatever OnEngineFailure says (Session), because the GUI has not asked for this search.
// Failed ends by the session's decision: end_failed() or on_lost().
// search_table_test.cpp drives the class through these tables.
// Transcripts:
// xboard_engine/{stop_*,ponder,warming*,analysis*,deaf*,claims*,illegal_move*,resigns}.txt.
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
    XboardSearch(Connection& connection, BoardSync& sync, const Supervisor& supervisor,
                 const config::Settings& settings)
        : connection_(connection), sync_(sync), supervisor_(supervisor), settings_(settings) {}

    // Events from the GUI side; the supervisor gets them first. is_free: commands can be sent to
    // the engine now; otherwise on_free() follows.
    void on_go(const protocol::Go& go, bool is_free);
    void on_ponderhit(bool is_free);
    // Gives the running search, which has not begun to think, these limits.
    void set_limits(const protocol::Go& limits) {
        if (search_) search_->go = limits;
    }
    void on_stop();
    void answer_without_engine(const protocol::Go& go); // the engine will not be sent this search
    void on_free();
    // Ends the search although the GUI side has not sent stop. RunningSearch does not change,
    // because for the GUI side a bestmove before ponderhit is still early.
    void cut_short();
    void end_failed(); // Failed, and the engine is not replaced

    // Events from the engine.
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
    void on_reaction() { begin_after_start(); } // the engine has sent any line

    std::optional<TimePoint> deadline() const;
    void answer_if_overdue_to_begin(); // works also while the engine starts
    void on_timeout();

    bool is_asked() const { return search_.has_value(); } // a search has no bestmove yet
    // The row of the table above, for its test.
    std::string_view phase_name() const;
    bool waits_for_engine() const { return search_ && search_->phase == Phase::Waiting; }
    bool waits_for_start() const { return waits_for_engine() && search_->begin_at; }
    // Returns true if the engine can analyse instead of pondering. It must obey `exit` at once,
    // because a move may be waiting, and `ping` says when it has. If it fails, it is restarted.
    bool can_warm() const;
    // `analyze` was sent instead of pondering, and after `exit` nothing has come yet.
    bool is_warming() const {
        return left_warming_ || (search_ && search_->phase == Phase::Warming);
    }
    bool is_pondering() const { return search_ && search_->phase == Phase::Pondering; }
    bool is_stop_wanted() const { return search_ && (search_->is_cut_short || asked().stop_sent); }
    void interrupt_if_busy(Interrupts::Answer answer); // to be called before a command

  private:
    enum class Phase : std::uint8_t {
        Waiting,   // the engine's board is being brought to the position
        Pondering, // rule 4
        Thinking,  // the engine's move will be the bestmove
        Hurried,   // Thinking, and `?` was sent
        Analysing, // `analyze` was sent
        Warming,   // the same, in a search to ponder (rule 4)
        Held,      // the engine has moved, or there is no move, and only stop may end the search
        Failed,    // the session decides (rule 2)
    };
    struct Search {
        protocol::Go go = {};
        Phase phase = Phase::Waiting;
        TimePoint begun_at = {};   // when the engine was sent the limits
        bool is_cut_short = false; // cut_short()
        // Waiting and stopped: the time to answer without the engine.
        std::optional<TimePoint> begin_by = {};
        // Waiting for an engine that may still be starting (rule 1).
        std::optional<TimePoint> begin_at = {};
        TimePoint ask_again = {}; // Hurried: when `?` is sent once more
        // The engine cannot analyse, nor can its next process.
        bool thinks_instead = false;
        // The engine was set up again after an answer without a legal move.
        bool retried = false;
        // The same, without the game that led to the position.
        bool retried_alone = false;
        bool awaits_line = false;         // it does not move on `?`, and has given no line yet
        bool has_failed_to_begin = false; // Failed, coming from Waiting
        bool has_claimed = false;         // it has claimed a result, and not thought since
        bool has_said_line = false;       // an info line with a pv was passed on
        Watch watch = {};
        std::optional<TimePoint> move_by = {}; // the engine's move is due
        std::string held_move = {};

        bool has_begun() const { return phase != Phase::Waiting; }
        bool is_thinking() const { return phase == Phase::Thinking || phase == Phase::Hurried; }
        bool is_hurried() const { return phase == Phase::Hurried && !awaits_line; }
        bool is_analysing() const { return phase == Phase::Analysing || phase == Phase::Warming; }
        bool is_busy() const { return is_thinking() || is_analysing(); }
        bool may_be_busy() const {
            return is_busy() || (phase == Phase::Failed && !has_failed_to_begin);
        }
        // Returns true if the engine's lines are about this search.
        bool is_listening() const { return is_busy() || phase == Phase::Pondering; }
        std::optional<TimePoint> watch_due() const {
            const bool is_watched = (phase == Phase::Thinking || is_analysing()) && !awaits_line;
            return is_watched && watch.move_after ? std::optional(begun_at + *watch.move_after)
                                                  : std::nullopt;
        }
    };

    const RunningSearch& asked() const { return *supervisor_.search(); } // requires search_

    void begin();
    bool warms() const;
    void begin_pondering();
    void refuse_variant();
    void begin_info();
    void begin_info_on_wanted();
    void send_go();
    void send_search_moves();
    void send_analyze();
    void hold_no_move(const chess::Position& position);
    bool has_ended_game() const;
    bool has_no_legal_move() const;
    void begin_after_start();
    void limit_wait_for_begin();
    void stop();
    void end();
    void end_thinking();
    void end_after_claim();
    void take_line_of_deaf(std::string_view why);
    void leave_analysis();
    void end_analysis();
    void think_after_warming();
    void wait_for_end_of_analysis();
    void begin_hurry();
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
    const config::Settings& settings_;
    bool is_engine_starting_ = false;       // a new process, which has taken no command yet
    bool leaves_analysis_ = false;          // `exit` was sent, and the engine has not answered yet
    std::optional<TimePoint> left_warming_; // the same, after Warming: when
    int hangs_after_analysis_ = 0;          // analyses in a row after which it did not answer
    bool warming_fails_ = false;            // a process has ended in Warming, or `exit` takes long
    std::optional<Search> search_;
    XboardInfo info_;
    LastMove last_move_;
    int strays_ = 0; // moves without a search, since the last move in a search
};

} // namespace polyglot::session
