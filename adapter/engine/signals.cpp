#include "adapter/engine/signals.hpp"

#include <array>
#include <csignal>
#include <cstddef>

namespace polyglot::io {
namespace {

constexpr std::size_t most_signals = 65;
std::array<bool, most_signals> ignored_by_us{}; // by number

void watch(boost::asio::signal_set& signals, int signal) {
    const auto before = std::signal(signal, SIG_IGN);
    if (before == SIG_IGN) return;
    std::signal(signal, before);
    signals.add(signal);
}

} // namespace

void watch_ends(boost::asio::signal_set& signals) {
    watch(signals, SIGINT);
    watch(signals, SIGTERM);
#ifdef SIGHUP
    watch(signals, SIGHUP);
#endif
}

void ignore_signal(int signal) {
    if (std::signal(signal, SIG_IGN) != SIG_IGN) ignored_by_us.at(static_cast<std::size_t>(signal)) = true;
}

bool is_ignored_by_us(int signal) {
    const auto number = static_cast<std::size_t>(signal);
    return number < ignored_by_us.size() && ignored_by_us[number];
}

} // namespace polyglot::io
