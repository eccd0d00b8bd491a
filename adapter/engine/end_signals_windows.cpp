#include "adapter/engine/end_signals.hpp"

#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <windows.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

namespace polyglot::io {

// `mutex` guards what the system's thread for console events shares with the loop.
struct EndSignals::Impl : std::enable_shared_from_this<Impl> {
    explicit Impl(boost::asio::io_context& io_context) : context(io_context) {}

    boost::asio::io_context& context;
    std::deque<Kind> come;
    std::function<void(Kind)> waiting;
    std::optional<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>>
        work_guard;

    void deliver() {
        std::function<void(Kind)> wanted;
        Kind kind{};
        {
            const std::lock_guard lock(mutex);
            if (come.empty() || !waiting) return;
            kind = come.front();
            come.pop_front();
            wanted = std::exchange(waiting, nullptr);
            work_guard.reset();
        }
        wanted(kind);
    }

    static inline std::mutex mutex;
    static inline std::weak_ptr<Impl> watched; // the one that gets the events

    static BOOL WINAPI on_event(DWORD event) {
        {
            const std::lock_guard lock(mutex);
            const auto self = watched.lock();
            if (!self) return FALSE;
            self->come.push_back(event == CTRL_C_EVENT ? Kind::Interrupt : Kind::Terminate);
            boost::asio::post(self->context, [self] { self->deliver(); });
        }
        // After these three events the process ends as soon as this returns, so the function waits
        // until the loop ends the process, or the system does.
        if (event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT)
            ::Sleep(INFINITE);
        return TRUE;
    }
};

EndSignals::EndSignals(boost::asio::io_context& context) : impl_(std::make_shared<Impl>(context)) {}

EndSignals::~EndSignals() {
    clear();
}

void EndSignals::watch() {
    const std::lock_guard lock(Impl::mutex);
    Impl::watched = impl_;
    // The handler is never removed, because the system may hold a lock while a handler runs, and
    // one may run until the process ends.
    static const BOOL is_set = ::SetConsoleCtrlHandler(Impl::on_event, TRUE);
    static_cast<void>(is_set);
}

void EndSignals::async_wait(std::function<void(Kind)> on_signal) {
    const std::lock_guard lock(Impl::mutex);
    impl_->waiting = std::move(on_signal);
    impl_->work_guard.emplace(impl_->context.get_executor());
    if (!impl_->come.empty())
        boost::asio::post(impl_->context, [self = impl_] { self->deliver(); });
}

void EndSignals::clear() {
    const std::lock_guard lock(Impl::mutex);
    impl_->waiting = nullptr;
    impl_->work_guard.reset();
    if (Impl::watched.lock() == impl_) Impl::watched.reset();
}

} // namespace polyglot::io
