#include "adapter/session/shared/engine_lag.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::session {

void EngineLag::on_probe(TimePoint now) {
    due_ = is_stale_ = false;
    sent_ = now;
}

std::optional<EngineLag::Milliseconds> EngineLag::on_answered(bool is_certain, TimePoint now) {
    if (!sent_) return std::nullopt;
    const auto took =
        std::chrono::duration_cast<Milliseconds>(now - *std::exchange(sent_, std::nullopt));
    if (!is_certain) return std::nullopt;
    if (!is_stale_) measured_[count_++ % most_kept] = took;
    return took;
}

EngineLag::Milliseconds EngineLag::lag() const {
    if (settings_.engine_lag != "auto")
        return Milliseconds(text::parse_int<int>(settings_.engine_lag).value_or(0));
    if (count_ == 0) return Milliseconds(0);
    auto kept = measured_;
    const auto end = kept.begin() + static_cast<std::ptrdiff_t>(std::min(count_, most_kept));
    const auto middle = kept.begin() + (end - kept.begin()) / 2;
    std::nth_element(kept.begin(), middle, end);
    return *middle;
}

} // namespace polyglot::session
