// `go` for an engine that speaks xboard. The GUI side is owed one bestmove for each, whatever the engine does.
//
// 1. A search waits until the engine's board is at the position (BoardSync), then runs. A stop before that ends it
//    without the engine after a moment.
// 2. An engine that gives no legal move (it claims a result, objects, or its move is illegal) is asked again: once with
//    the position set up anew, once without the game that led to it. If that does not help, or it does not move when
//    asked to, the best move so far is played for it.
// 3. A move of a search that only `stop` may end (UCI: infinite) is held until then.
// 4. A search to ponder is none for the engine: after its own move a `hard` engine ponders on its own guess.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/xboard/engine.hpp"
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
    XboardSearch(Connection& connection, BoardSync& sync) : connection_(connection), sync_(sync) {}

    // From the GUI side. is_free: the engine can be sent something now; otherwise on_free() follows.
    void on_go(protocol::Go limits, TimePoint asked_at, bool is_free);
    void on_ponderhit(bool is_free);
    void on_stop();
    void on_free();

    // From the engine.
    void on_move(const protocol::XboardEngineLine& parsed);
    void on_thinking(std::string_view line);
    void on_stat(std::string_view arguments);
    void on_pong(int number) { last_move_.on_pong(number); }
    void on_result_claim();
    void on_resign();
    void on_objection(const protocol::XboardEngineLine& parsed, std::string_view line);

    // The process is gone. The search is asked again of the next one, unless it is given up.
    void on_lost(bool gives_up);
    void forget_process() { last_move_.forget_process(); }

    std::optional<TimePoint> deadline() const;
    void answer_if_overdue_to_begin(); // also while the engine starts
    void on_timeout();

    bool is_asked() const { return search_.has_value(); } // a bestmove is owed
    bool waits_for_engine() const { return search_ && search_->phase == Phase::Waiting; }
    bool is_pondering() const { return search_ && search_->kind == Kind::Ponder; }
    bool is_stop_wanted() const { return search_ && search_->stop_wanted; }
    void interrupt_if_busy();

  private:
    enum class Kind : std::uint8_t {
        Think,   // go; the engine's move is the bestmove
        Analyse, // analyze
        Ponder,  // nothing is sent
    };
    enum class Phase : std::uint8_t {
        Waiting, // the engine's board is being brought to the position
        Running,
        Hurried, // `?` was sent
        Held,    // the engine has moved, or there is no move, and only stop may end the search
    };
    struct Search {
        Kind kind = Kind::Think;
        Phase phase = Phase::Waiting;
        protocol::Go limits = {};
        TimePoint asked_at = {};                // when the GUI side gave the limits
        TimePoint begun_at = {};                // when the engine was sent them
        bool stop_wanted = false;               // by the GUI side
        std::optional<TimePoint> begin_by = {}; // stop_wanted in Waiting: without the engine then
        TimePoint ask_again = {};               // Hurried: `?` once more
        bool retried = false;                   // set up anew after an answer that was no move
        bool retried_alone = false;             // … without the game that led here
        bool has_said_line = false;             // an info line with a pv was passed on
        Watch watch = {};
        std::optional<TimePoint> move_by = {}; // the engine's move is to come by then
        std::string held_move = {};

        bool has_begun() const { return phase != Phase::Waiting; }
        // What the engine says now is about this search.
        bool is_listening() const { return phase == Phase::Running || phase == Phase::Hurried; }
        bool is_thinking() const { return kind == Kind::Think && is_listening(); }
    };

    void begin();
    void begin_pondering();
    void begin_info();
    void send_go();
    void send_search_moves();
    void send_analyze();
    void hold_no_move(const chess::Position& position);
    bool has_ended_game() const;
    void limit_wait_for_begin();
    void end();
    void end_analysis();
    void hurry();
    void check_watch();
    bool is_watch_due() const;
    void answer(std::string_view move);
    void answer_before_it_begins();
    enum class Because : std::uint8_t { OfItsWords, OfDeafness };
    void answer_for_it(std::string_view why, Because because = Because::OfItsWords);
    void say_substitute(std::string_view why, std::string_view move);
    void on_no_move(std::string_view why, bool is_board_in_doubt);
    bool try_without_game();
    void on_unexpected_move(std::string_view text);
    std::string best_move_so_far() const;
    bool is_allowed(std::string_view move) const;

    Connection& connection_;
    BoardSync& sync_;
    std::optional<Search> search_;
    XboardInfo info_;
    LastMove last_move_;
    int strays_ = 0; // moves that no search asked for, since the engine last moved
};

} // namespace polyglot::session
