// The search that runs: one `go` of the GUI side, for which the engine owes one bestmove. The supervisor owns it; the
// other parts of the session ask the supervisor.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/shared/events.hpp"

#include <cstdint>
#include <string>

namespace polyglot::session {

struct RunningSearch {
    protocol::Go go;         // its limits
    std::string line;        // as the GUI wrote it
    std::uint64_t batch = 0; // of engine lines, in which it was asked
    TimePoint begun{};       // or the ponderhit
    bool pondering = false;  // no ponderhit has come
    bool stop_sent = false;

    // A bestmove now comes before the GUI wants it.
    bool awaits_ponderhit() const { return pondering && !stop_sent; }
    // It ends by itself, and its answer is played: neither a guess nor an analysis.
    bool is_for_a_move() const { return go.bounded() && !pondering; }
};

} // namespace polyglot::session
