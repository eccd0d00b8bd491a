#include "tools/common/interrupts.hpp"

#include <utility>

namespace polyglot::io {

Interrupts::Interrupts(boost::asio::io_context& context, std::function<void()> on_interrupt)
    : signals_(context) {
    signals_.watch();
    signals_.async_wait([this, on_interrupt = std::move(on_interrupt)](EndSignals::Kind) {
        signals_.clear();
        on_interrupt();
    });
}

} // namespace polyglot::io
