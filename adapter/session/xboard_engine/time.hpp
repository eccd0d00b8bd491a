// Translates the limits of UCI's `go` to `level`, `time`, `otim`, `st`, `sd` and `nps`, and to
// limits that the adapter must watch because the protocol has no command for them. Test:
// time_test.cpp.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/xboard/engine.hpp"
#include "core/chess/types.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::session {

// Limits at which the adapter sends `?`.
struct Watch {
    // When the search has lasted this long.
    std::optional<std::chrono::milliseconds> move_after = {};
    // When a deeper line than this appears.
    std::optional<int> depth = {};
    // When this many nodes have been searched.
    std::optional<std::int64_t> nodes = {};
    // When a mate in this many moves is seen.
    std::optional<int> mate = {};
};

class XboardTime {
  public:
    using Milliseconds = std::chrono::milliseconds;

    // `new` has been sent, after which the engine has no time control. Most engines keep a limit of
    // depth, contrary to CECP (Sjeng, HoiChess, Fairy-Max, Fairy-Stockfish).
    void on_new();
    bool is_depth_limited() const { return depth_limited_; }
    // Returns the commands for this search, in order. moves_made counts the moves of the side to
    // move since the start of the game; elapsed is the time since the GUI gave the limits.
    //
    // xboard sends the time control once and then only the clocks, while UCI repeats it with each
    // search. So `level` is computed from the first search of a game, and sent again only if a
    // later search does not fit it.
    std::vector<std::string> commands(const protocol::Go& limits, chess::Color side, int moves_made,
                                      const protocol::XboardFeatures& features,
                                      Milliseconds elapsed, Watch& watch);

  private:
    // `level MOVES BASE INCREMENT` as sent.
    struct Level {
        int moves_per_session;
        Milliseconds base;
        Milliseconds increment;
    };

    void clock_commands(const protocol::Go& limits, chess::Color side, int moves_made,
                        const protocol::XboardFeatures& features, Milliseconds elapsed,
                        Watch& watch, std::vector<std::string>& out);
    static void tell_clocks(Milliseconds own, Milliseconds other,
                            const protocol::XboardFeatures& features,
                            std::vector<std::string>& out);
    void set_long_time(const protocol::XboardFeatures& features, std::vector<std::string>& out);
    void set_level(const Level& level, std::vector<std::string>& out);
    void set_move_time(int seconds, std::vector<std::string>& out);
    void set_depth(int depth, std::vector<std::string>& out);
    void set_nps(int nodes_per_second, std::vector<std::string>& out);

    std::optional<Level> level_;   // in force
    std::optional<int> move_time_; // in seconds; in force instead of level_
    int depth_ = 0;                // the last one sent since `new`
    bool depth_limited_ = false;   // a limit was sent to this process, which may keep it
    int nodes_per_second_ = 0;     // 0 for the wall clock
};

} // namespace polyglot::session
