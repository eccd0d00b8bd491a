// The wait of a move for the results of its position, which a server has (ServerStore). The store
// is looked at again and again, at pauses of milliseconds, because it has no events. Test:
// results_wait_test.cpp.
#pragma once
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace polyglot::session {

class ResultsWait {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Milliseconds = std::chrono::milliseconds;
    static constexpr Milliseconds first_pause{1};
    static constexpr Milliseconds longest_pause{20};
    // After this many missed moves in a row the server is not waited for during `rest`.
    static constexpr int most_missed = 3;
    static constexpr std::chrono::seconds rest{60};

    // Returns true if the move at this place is to wait until due(). is_asking: the results are on
    // their way. longest: the time from the first call about this place.
    bool waits(bool is_asking, const std::string& place, Milliseconds longest, TimePoint now) {
        if (missed_place_ != place) missed_place_.reset();
        if (!is_asking) {
            if (place_ == place) missed_ = 0;
            stop();
            return false;
        }
        if (missed_place_ || now < rests_until_) return false;
        if (place_ != place) {
            place_ = place;
            since_ = now;
            pause_ = first_pause;
        }
        if (now - since_ >= longest) {
            miss(now);
            return false;
        }
        due_ = std::min(now + pause_, since_ + longest);
        pause_ = std::min(2 * pause_, longest_pause);
        return true;
    }
    // Returns when the store is to be looked at again; nullopt if no move waits.
    std::optional<TimePoint> due() const { return due_; }
    void on_due() { due_.reset(); } // waits() follows, unless the move has been given up
    void on_new_game() { missed_place_.reset(); } // which may have the same places
    void stop() {
        due_.reset();
        place_.reset();
    }

  private:
    void miss(TimePoint now) {
        missed_place_ = std::exchange(place_, std::nullopt);
        stop();
        if (++missed_ < most_missed) return;
        missed_ = 0;
        rests_until_ = now + rest;
    }

    std::optional<std::string> place_; // that waits
    std::optional<std::string> missed_place_;
    TimePoint since_{};
    std::optional<TimePoint> due_;
    Milliseconds pause_ = first_pause;
    int missed_ = 0; // in a row
    TimePoint rests_until_{};
};

} // namespace polyglot::session
