// EngineLag measures the round trip of lines to an engine on another machine and back.
#pragma once
#include "adapter/session/shared/events.hpp"
#include "config/settings.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace polyglot::session {

// With `auto` the adapter sends an isready whenever the engine becomes idle, and does not pass its
// readyok on. The lag is the median of the last round trips, so that one which had to wait, for
// example until a hash table was cleared, has little weight.
class EngineLag {
  public:
    using Milliseconds = std::chrono::milliseconds;
    explicit EngineLag(const config::Settings& settings) : settings_(settings) {}

    // The engine is idle, which makes a probe due if the lag is to be measured.
    void on_idle() { due_ = true; }
    bool wants_probe() const { return due_ && !sent_ && settings_.engine_lag == "auto"; }
    void on_probe(TimePoint now);
    // Another process runs, so the answer to a probe that was sent before is not measured.
    void on_replaced() { is_stale_ = true; }
    // Returns the time from the probe to its answer. Returns nullopt, and measures nothing, unless
    // is_certain: the answer is the engine's readyok.
    std::optional<Milliseconds> on_answered(bool is_certain, TimePoint now);
    // Returns what is to be subtracted from the clock; 0 before the first measurement.
    Milliseconds lag() const;

  private:
    static constexpr std::size_t most_kept = 5;
    const config::Settings& settings_;
    bool due_ = true;
    bool is_stale_ = false; // the probe that waits for its answer is not measured
    std::optional<TimePoint> sent_;
    std::array<Milliseconds, most_kept> measured_{}; // a ring
    std::size_t count_ = 0;                          // of all measurements
};

} // namespace polyglot::session
