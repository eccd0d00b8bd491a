// Schedules the writing of results: at once, or after a pause if the store is busy.
#pragma once
#include <algorithm>
#include <chrono>
#include <optional>

namespace polyglot::session {

class WriteSchedule {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;

    std::optional<TimePoint> due() const { return due_; } // nullopt if nothing waits
    void at_once(TimePoint now) { due_ = now; }
    // Each pause is twice as long as the last one, so that a store that stays busy does not fill
    // the log.
    void after_pause(TimePoint now) {
        due_ = now + pause_;
        pause_ = std::min(2 * pause_, longest_pause);
    }
    void begin_attempt() { due_.reset(); }
    void on_progress() { pause_ = first_pause; }

    static constexpr std::chrono::milliseconds first_pause{50};
    static constexpr std::chrono::milliseconds longest_pause{10'000};

  private:
    std::optional<TimePoint> due_;
    std::chrono::milliseconds pause_ = first_pause;
};

} // namespace polyglot::session
