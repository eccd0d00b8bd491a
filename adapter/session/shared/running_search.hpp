// The search that runs: one `go` of the GUI side, for which the engine owes one bestmove. The
// supervisor owns it and updates it with each UCI line. The GUI sides and the engine side ask the
// supervisor and keep only what else they need: the purpose of the search (SearchController), its
// answer if the GUI must not see it yet (HeldAnswer), and how far an xboard engine has come with it
// (XboardSearch).
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/shared/events.hpp"

#include <cstdint>
#include <string>

namespace polyglot::session {

struct RunningSearch {
    protocol::Go go;         // the limits
    std::string line;        // the `go` as the GUI side wrote it
    std::uint64_t batch = 0; // the batch of engine lines during which the `go` was sent
    TimePoint begun{};       // when the `go` came, or its ponderhit
    bool pondering = false;  // `go ponder`, and no ponderhit has come
    bool stop_sent = false;
    bool is_abandoned = false; // its bestmove will not be played

    // Returns true if a bestmove that comes now is early.
    bool awaits_ponderhit() const { return pondering && !stop_sent; }
    // Returns true if the search ends without stop and its bestmove is played: it is neither
    // pondering nor analysis.
    bool is_for_a_move() const { return go.bounded() && !pondering && !is_abandoned; }
};

} // namespace polyglot::session
