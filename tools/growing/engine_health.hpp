// Decides on the treatment of a failing engine in a growth run, on this machine or another: when it
// is tried again and when it is given up. It has no clock; `now` is an argument.
// tests/unit/tools/growing/engine_health_test.cpp shows it.
#pragma once
#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace polyglot::tools {

// An engine has slots, one for each of its processes. Rules:
// 1. A slot is away if its engine does not start, or if its searches fail three times in a row: it
//    rests for 1 s, and after each further failure for twice as long, at most for 60 s. A
//    successful search brings it back.
// 2. The engine is given up if all its slots are away and either have been for the time that the
//    user allows, or none of them has ever searched a position.
class EngineHealth {
  public:
    using Clock = std::chrono::steady_clock;
    using Pause = std::chrono::milliseconds;
    static constexpr int failures_in_a_row = 3;
    static constexpr Pause first_pause{1'000}, longest_pause{60'000};

    EngineHealth(std::size_t slots, Pause retry_time) : slots_(slots), retry_time_(retry_time) {}

    struct Change {
        std::optional<Pause> rest; // nullopt: the slot continues
        bool has_gone = false;     // the first slot has just become away
        bool is_given_up = false;
    };
    Change on_failed_search(std::size_t slot, Clock::time_point now) {
        return fail(slot, false, now);
    }
    Change on_failed_start(std::size_t slot, Clock::time_point now) {
        return fail(slot, true, now);
    }
    // Returns true if no slot is away any more.
    bool on_success(std::size_t slot);
    bool is_away() const { return count_away() == slots_.size(); }
    bool is_given_up() const { return given_up_; }
    bool has_worked() const { return has_worked_; }

  private:
    struct Slot {
        int failures = 0; // in a row
        bool away = false;
        Pause next_pause = first_pause;
    };
    Change fail(std::size_t slot, bool at_start, Clock::time_point now);
    std::size_t count_away() const;

    std::vector<Slot> slots_;
    const Pause retry_time_;
    bool has_worked_ = false;
    bool given_up_ = false;
    std::optional<Clock::time_point> all_away_since_;
};

} // namespace polyglot::tools
