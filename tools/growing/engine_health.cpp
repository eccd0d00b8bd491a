#include "tools/growing/engine_health.hpp"

#include <algorithm>

namespace polyglot::tools {

std::size_t EngineHealth::count_away() const {
    return static_cast<std::size_t>(std::ranges::count_if(slots_, &Slot::away));
}

bool EngineHealth::on_success(std::size_t slot) {
    has_worked_ = true;
    all_away_since_.reset();
    const bool was_away = slots_[slot].away;
    slots_[slot] = {};
    return was_away && count_away() == 0;
}

EngineHealth::Change EngineHealth::fail(std::size_t slot, bool at_start, Clock::time_point now) {
    Slot& at = slots_[slot];
    ++at.failures;
    if (!at_start && !at.away && at.failures < failures_in_a_row) return {};
    Change change;
    change.has_gone = count_away() == 0;
    at.away = true;
    change.rest = at.next_pause;
    at.next_pause = std::min(2 * at.next_pause, longest_pause);
    if (!is_away()) return change;
    if (!all_away_since_) all_away_since_ = now;
    given_up_ = !has_worked_ || now - *all_away_since_ >= retry_time_;
    change.is_given_up = given_up_;
    return change;
}

} // namespace polyglot::tools
