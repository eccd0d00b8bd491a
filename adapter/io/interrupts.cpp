#include "adapter/io/interrupts.hpp"

#include <csignal>
#include <utility>

namespace polyglot::io {

Interrupts::Interrupts(boost::asio::io_context& context, std::function<void()> on_interrupt) : signals_(context) {
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
#ifdef SIGHUP
    signals_.add(SIGHUP);
#endif
    signals_.async_wait([this, on_interrupt = std::move(on_interrupt)](boost::system::error_code error, int) {
        if (error) return;
        signals_.clear();
        on_interrupt();
    });
}

} // namespace polyglot::io
