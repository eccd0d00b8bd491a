// Waits, in bounded time, for another process that holds a lock for a moment.
#pragma once
#include <algorithm>
#include <chrono>
#include <thread>

namespace polyglot::io {

// Locks are held for microseconds; a process that holds one for longer has been stopped (SIGSTOP, a
// debugger).
class Patience {
  public:
    explicit Patience(std::chrono::milliseconds patience) : deadline_(Clock::now() + patience) {}

    // Sleeps before another try, longer each time. Returns false, at once, when the time is over.
    bool pause() {
        if (Clock::now() >= deadline_) return false;
        std::this_thread::sleep_for(pause_);
        pause_ = std::min(2 * pause_, longest);
        return true;
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::microseconds longest{10'000};

    Clock::time_point deadline_;
    std::chrono::microseconds pause_{50};
};

} // namespace polyglot::io
