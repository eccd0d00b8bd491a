#include "adapter/session/uci_gui/info_thinner.hpp"

#include <algorithm>
#include <chrono>

namespace polyglot::session {
namespace {

// The limit of waiting lines, beyond which the oldest is dropped.
constexpr std::size_t most_bytes = 256 << 10;
constexpr std::size_t most_lines = 1000;
constexpr std::int32_t most_numbers = 256; // an engine may number its lines of play without limit

} // namespace

InfoThinner::Kind InfoThinner::kind_of(const protocol::UciInfo& info) {
    if (info.string) return {What::String, 0};
    const std::int32_t number = std::clamp(info.multipv.value_or(1), 1, most_numbers);
    if (info.pv) return {What::Pv, number};
    if (info.score) return {What::Score, number};
    return {info.currmove.empty() ? What::Other : What::CurrentMove, 0};
}

TimePoint InfoThinner::due_of(const Kind& kind) const {
    const auto known = next_.find(kind);
    return known == next_.end() ? TimePoint::min() : known->second;
}

void InfoThinner::drop(const std::deque<Waiting>::iterator& which) {
    bytes_ -= which->line.size();
    waiting_.erase(which);
    ++left_out_;
}

void InfoThinner::keep(const EngineInfo& info) {
    const Kind kind = kind_of(info.fields());
    if (kind.first != What::String) {
        const auto same = std::find_if(waiting_.begin(), waiting_.end(),
                                       [&](const Waiting& w) { return w.kind == kind; });
        if (same != waiting_.end()) drop(same);
    }
    waiting_.push_back({kind, info.line()});
    bytes_ += waiting_.back().line.size();
    while (waiting_.size() > most_lines || (bytes_ > most_bytes && waiting_.size() > 1))
        drop(waiting_.begin());
}

void InfoThinner::say_due(int per_second, TimePoint now, const Say& say) {
    const auto interval = std::chrono::nanoseconds(per_second > 0 ? 1'000'000'000 / per_second : 0);
    std::deque<Waiting> early;
    for (Waiting& next : std::exchange(waiting_, {})) {
        if (per_second > 0 && next.kind.first != What::String) {
            if (due_of(next.kind) > now) {
                early.push_back(std::move(next));
                continue;
            }
            next_[next.kind] = now + interval;
        }
        bytes_ -= next.line.size();
        say(next.line);
    }
    waiting_ = std::move(early);
}

std::optional<TimePoint> InfoThinner::next_due() const {
    std::optional<TimePoint> due;
    for (const Waiting& next : waiting_)
        if (const TimePoint when = due_of(next.kind); !due || when < *due) due = when;
    return due;
}

} // namespace polyglot::session
