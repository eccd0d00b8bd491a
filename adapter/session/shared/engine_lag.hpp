// EngineLag: how long lines to the engine and back are under way, for an engine on another machine.
#pragma once
#include "adapter/session/shared/events.hpp"
#include "config/settings.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace polyglot::session {

// With `auto` an isready of ours is sent whenever the engine becomes idle, and its readyok is not passed on. The lag is
// the median of the last round trips: one that had to wait, for a hash table to be cleared, say, does not count for
// more than the others.
class EngineLag {
  public:
    using Milliseconds = std::chrono::milliseconds;
    explicit EngineLag(const config::Settings& settings) : settings_(settings) {}

    // The engine is idle, as at the start: a probe is due, if it is to be measured.
    void on_idle() { due_ = true; }
    bool wants_probe() const { return due_ && !sent_ && settings_.engine_lag == "auto"; }
    void on_probe(TimePoint now);
    // Another process answers what was sent.
    void on_replaced() { is_stale_ = true; }
    // The time from the probe to its answer. is_certain: the answer is the engine's readyok; otherwise nothing is
    // measured, and nullopt is returned.
    std::optional<Milliseconds> on_answered(bool is_certain, TimePoint now);
    // What is to be taken off the clock: 0 before anything is measured.
    Milliseconds lag() const;

  private:
    static constexpr std::size_t most_kept = 5;
    const config::Settings& settings_;
    bool due_ = true;
    bool is_stale_ = false; // what is under way is not to be measured
    std::optional<TimePoint> sent_;
    std::array<Milliseconds, most_kept> measured_{}; // a ring
    std::size_t count_ = 0;                          // all that were measured
};

} // namespace polyglot::session
