// The clocks of a game under xboard, and the `go` limits that follow from them. Test:
// clock_test.cpp.
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
// The clocks belong to the players, not to the colours, so they stay when the engine changes sides.
// GUIs set the clocks with `time` and `otim` before each move, some GUIs only once; between two
// such messages the clocks run here as in the GUI.
class Clock {
  public:
    using Milliseconds = std::chrono::milliseconds;
    enum class Side : std::uint8_t { None, Engine, Opponent };

    // The number of moves of one colour since the start position of the game (`new`, `setboard`).
    //
    // GUIs differ in whether moves made in force mode, such as an opening played by a match runner,
    // count for the session of `level 40 …`: XBoard counts them, cutechess does not. So both counts
    // are kept.
    struct MoveCount {
        int all = 0;
        int outside_force = 0;
    };

    // Handles `new`: the clocks stop and have the base time, there is no limit of depth, and the
    // wall clock counts. `level` and `st` stay.
    void new_game();
    // Handles `level`: sets both clocks and cancels set_move_time().
    void set_level(const protocol::Level& level, TimePoint now);
    // Handles `st`, which cancels set_level() until the next one.
    void set_move_time(Milliseconds time);
    // `sd`; 0 or less removes the limit.
    void set_depth(int depth);
    // Time is counted in nodes; with 0 or less, by the wall clock.
    void set_nps(int nodes_per_second);
    void set_own_time(Milliseconds left, TimePoint now);
    void set_opponent_time(Milliseconds left, TimePoint now);

    // From now on this side's clock runs. The time since the last call is booked to the side that
    // ran.
    void run(Side side, TimePoint now);
    // The mover has made a move outside force mode, which moves_of_mover includes. Books the
    // mover's time, adds the increment and at the end of a session the base, and starts the other
    // clock if the mover's ran. Nothing is added to the opponent's clock if the GUI has set it
    // since the last move, because a GUI sends `otim` together with the opponent's move, after it
    // has switched its clocks.
    void on_move(Side mover, MoveCount moves_of_mover, TimePoint now);

    // Returns the limits of a search that begins now: both clocks with the increment and the moves
    // to go, or the time for the move, or (with a rate of nodes) a number of nodes; each perhaps
    // with a depth. Times are at least 1 ms. fudge is deducted from `st` for the way to the engine
    // and back.
    //
    // movestogo is the larger of the two counts, because an engine that expects too few moves uses
    // up its time and loses, while one that expects too many only plays a little faster.
    protocol::Go limits(chess::Color engine, MoveCount engine_moves, Milliseconds fudge,
                        TimePoint now) const;

    // The time control as set by the GUI, without the time that is left.
    struct Control {
        protocol::Level level;
        std::optional<Milliseconds> move_time;
        int depth = 0;
        int nodes_per_second = 0;
        friend bool operator==(const Control&, const Control&) = default;
    };
    Control control() const { return {level(), move_time_, depth_, nps_}; }
    // Returns the time control for the conditions of books; nullopt until the GUI has sent `level`
    // or `st`.
    std::optional<config::TimeControl> time_control() const;

    // Return the time that is left now, which may be negative.
    Milliseconds own_time(TimePoint now) const;
    Milliseconds opponent_time(TimePoint now) const;

  private:
    void settle(TimePoint now); // books the time since since_ to the side that runs
    Milliseconds elapsed(TimePoint now) const;
    // Requires a time control with sessions.
    int moves_to_go(MoveCount moves) const;
    std::int64_t nodes(Milliseconds own, int moves_to_session_end) const; // for one move at nps_

    // Without `level` five minutes a side, as in PolyGlot.
    static constexpr protocol::Level default_level{0, std::chrono::minutes{5}, Milliseconds{0}};
    protocol::Level level() const { return level_.value_or(default_level); }

    std::optional<protocol::Level> level_;
    std::optional<Milliseconds> move_time_; // has a value if `st` came after `level`
    int depth_ = 0;
    int nps_ = 0;
    Milliseconds own_ = default_level.base; // as of since_
    Milliseconds opponent_ = default_level.base;
    bool opponent_set_ = false; // the GUI has set it since the last move
    Side running_ = Side::None;
    TimePoint since_{};
};

} // namespace polyglot::session
