#include "adapter/io/interrupts.hpp"

#include <csignal>
#include <utility>

namespace polyglot::io {
namespace {

// Unless whoever has started us wants it to be ignored, as nohup does.
void watch(boost::asio::signal_set& signals, int signal) {
    const auto before = std::signal(signal, SIG_IGN);
    if (before == SIG_IGN) return;
    std::signal(signal, before);
    signals.add(signal);
}

} // namespace

Interrupts::Interrupts(boost::asio::io_context& context, std::function<void()> on_interrupt) : signals_(context) {
    watch(signals_, SIGINT);
    watch(signals_, SIGTERM);
#ifdef SIGHUP
    watch(signals_, SIGHUP);
#endif
    signals_.async_wait([this, on_interrupt = std::move(on_interrupt)](boost::system::error_code error, int) {
        if (error) return;
        signals_.clear();
        on_interrupt();
    });
}

} // namespace polyglot::io
