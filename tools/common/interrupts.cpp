#include "tools/common/interrupts.hpp"

#include "adapter/engine/signals.hpp"

#include <utility>

namespace polyglot::io {

Interrupts::Interrupts(boost::asio::io_context& context, std::function<void()> on_interrupt) : signals_(context) {
    watch_ends(signals_);
    signals_.async_wait([this, on_interrupt = std::move(on_interrupt)](boost::system::error_code error, int) {
        if (error) return;
        signals_.clear();
        on_interrupt();
    });
}

} // namespace polyglot::io
