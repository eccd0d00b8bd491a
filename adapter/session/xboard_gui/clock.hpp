// The clocks of a game under xboard, and the `go` limits that follow from them.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/shared/events.hpp"
#include "config/book_conditions.hpp"
#include "core/chess/types.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace polyglot::session {

// Two chess clocks and the limits of a search.
//
// The clocks belong to the players, not to the colours: they stay when the engine changes sides. GUIs set the clocks
// with `time` and `otim` before each move, some GUIs only once: between two such messages the clocks run here as in the
// GUI.
class Clock {
  public:
    using Milliseconds = std::chrono::milliseconds;
    enum class Side : std::uint8_t { None, Engine, Opponent };

    // Moves of one colour since the start position of the game (`new`, `setboard`).
    //
    // GUIs differ in whether moves made in force mode, such as an opening played by a match runner, count for the
    // session of `level 40 …`: XBoard counts them, cutechess does not. Hence both.
    struct MoveCount {
        int all = 0;
        int outside_force = 0;
    };

    // `new`: clocks stopped and back to the base time, no limit of depth, wall clock. `level` and `st` stay.
    void new_game();
    void set_level(const protocol::Level& level, TimePoint now); // sets both clocks; cancels set_move_time()
    void set_move_time(Milliseconds time);                       // `st`; cancels set_level() until the next one
    void set_depth(int depth);                                   // `sd`; 0 or less: no limit
    void set_nps(int nodes_per_second); // time is counted in nodes; 0 or less: by the wall clock
    void set_own_time(Milliseconds left, TimePoint now);
    void set_opponent_time(Milliseconds left, TimePoint now);

    // From now on this side's clock runs; what passed since the last call is booked to the side that ran.
    void run(Side side, TimePoint now);
    // The mover has made a move outside force mode, which moves_of_mover includes. Books the mover's time, adds the
    // increment and at the end of a session the base, and starts the other clock if the mover's ran. Nothing is added
    // to the opponent's clock if the GUI has set it since the last move: a GUI sends `otim` together with the
    // opponent's move, after it has switched its own clocks.
    void on_move(Side mover, MoveCount moves_of_mover, TimePoint now);

    // The limits of a search that begins now: both clocks with the increment and the moves to go, the time for the move
    // or, with a rate of nodes, a number of nodes; each perhaps with a depth. Times are 1 ms at least. fudge is
    // deducted from `st` for the way to the engine and back.
    //
    // movestogo is the larger one of the two counts: an engine that expects too few moves uses up its time and loses,
    // one that expects too many only plays a little faster.
    protocol::Go limits(chess::Color engine, MoveCount engine_moves, Milliseconds fudge, TimePoint now) const;

    // The time control as set by the GUI, without the time that is left.
    struct Control {
        protocol::Level level;
        std::optional<Milliseconds> move_time;
        int depth = 0;
        int nodes_per_second = 0;
        friend bool operator==(const Control&, const Control&) = default;
    };
    Control control() const { return {level(), move_time_, depth_, nps_}; }
    // The same for the conditions of books: nullopt until the GUI has sent `level` or `st`.
    std::optional<config::TimeControl> time_control() const;

    // Time left, as of now; may be negative.
    Milliseconds own_time(TimePoint now) const;
    Milliseconds opponent_time(TimePoint now) const;

  private:
    void settle(TimePoint now); // books what has passed to the side that runs
    Milliseconds elapsed(TimePoint now) const;
    int moves_to_go(MoveCount moves) const;                               // there must be sessions
    std::int64_t nodes(Milliseconds own, int moves_to_session_end) const; // for one move at nps_

    // Without `level` five minutes a side, as in PolyGlot.
    static constexpr protocol::Level default_level{0, std::chrono::minutes{5}, Milliseconds{0}};
    protocol::Level level() const { return level_.value_or(default_level); }

    std::optional<protocol::Level> level_;
    std::optional<Milliseconds> move_time_; // set: `st` came after `level`
    int depth_ = 0;
    int nps_ = 0;
    Milliseconds own_ = default_level.base; // as of since_
    Milliseconds opponent_ = default_level.base;
    bool opponent_set_ = false; // by the GUI, since the last move
    Side running_ = Side::None;
    TimePoint since_{};
};

} // namespace polyglot::session
