#include "adapter/session/xboard_gui/pings.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::session {

void Pings::add(std::string_view ping) {
    constexpr std::size_t longest = 100;
    waiting_.emplace_back(ping.substr(0, longest));
}

std::size_t Pings::release() {
    if (std::any_of(sent_.begin(), sent_.end(), [](const Sent& sent) { return sent.is_fence; }))
        return 0;
    const std::size_t released = waiting_.size();
    for (std::string& ping : waiting_)
        sent_.push_back({.ping = std::move(ping)});
    waiting_.clear();
    return released;
}

std::optional<std::string> Pings::on_readyok() {
    assert(!sent_.empty());
    std::optional<std::string> ping = std::move(sent_.front().ping);
    sent_.pop_front();
    return ping;
}

bool Pings::owes_pong() const {
    const auto owes = [](const Sent& sent) { return sent.ping.has_value(); };
    return !waiting_.empty() || std::any_of(sent_.begin(), sent_.end(), owes);
}

} // namespace polyglot::session
