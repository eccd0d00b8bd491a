#include "adapter/engine/end_signals.hpp"

#include <array>
#include <csignal>
#include <utility>

#include <boost/asio/signal_set.hpp>

namespace polyglot::io {

struct EndSignals::Impl {
    explicit Impl(boost::asio::io_context& context) : signals(context) {}
    boost::asio::signal_set signals;
};

EndSignals::EndSignals(boost::asio::io_context& context) : impl_(std::make_shared<Impl>(context)) {}
EndSignals::~EndSignals() = default;

void EndSignals::watch() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const auto before = std::signal(signal, SIG_IGN);
        if (before == SIG_IGN) continue;
        std::signal(signal, before);
        impl_->signals.add(signal);
    }
}

void EndSignals::async_wait(std::function<void(Kind)> on_signal) {
    impl_->signals.async_wait(
        [wanted = std::move(on_signal)](boost::system::error_code error, int signal) {
            if (!error) wanted(signal == SIGINT ? Kind::Interrupt : Kind::Terminate);
        });
}

void EndSignals::clear() {
    impl_->signals.clear();
}

} // namespace polyglot::io
