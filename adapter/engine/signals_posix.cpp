#include "adapter/engine/signals.hpp"

#include <array>
#include <csignal>
#include <cstddef>

namespace polyglot::io {
namespace {

constexpr std::size_t most_signals = 65;
std::array<bool, most_signals> ignored_by_us{}; // by number

} // namespace

void ignore_signal(int signal) {
    if (std::signal(signal, SIG_IGN) != SIG_IGN)
        ignored_by_us.at(static_cast<std::size_t>(signal)) = true;
}

bool is_ignored_by_us(int signal) {
    const auto number = static_cast<std::size_t>(signal);
    return number < ignored_by_us.size() && ignored_by_us[number];
}

} // namespace polyglot::io
