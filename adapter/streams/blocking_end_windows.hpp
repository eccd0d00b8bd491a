// The common part of the two kinds of blocking ends: a thread that waits in ReadFile or WriteFile
// in place of the loop.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <windows.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

namespace polyglot::io {

// The system's locks are used because std::mutex and std::condition_variable of mingw-w64 take four
// times as long.
class Lock {
  public:
    explicit Lock(SRWLOCK& lock) : lock_(lock) { ::AcquireSRWLockExclusive(&lock_); }
    ~Lock() { ::ReleaseSRWLockExclusive(&lock_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    SRWLOCK& lock_;
};

// `mutex` guards all data that the thread and the loop share, except the buffer that the thread is
// using.
class BlockingEnd : public std::enable_shared_from_this<BlockingEnd> {
  public:
    BlockingEnd(boost::asio::io_context& context, HANDLE handle)
        : context_(context), handle_(handle) {}
    virtual ~BlockingEnd() { ::CloseHandle(handle_); }
    BlockingEnd(const BlockingEnd&) = delete;
    BlockingEnd& operator=(const BlockingEnd&) = delete;

  protected:
    static constexpr std::size_t buffer_bytes = 1 << 15; // for each end
    using Buffer = std::array<char, buffer_bytes>;

    // A wait of the loop for the thread.
    struct Waiter {
        WhenReady call;
        std::optional<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>>
            work_guard;
    };

    virtual void work() = 0;              // runs in the thread; returns soon after closed_ is set
    virtual bool is_ready() const = 0;    // the condition of async_wait()
    virtual bool has_hung_up() const = 0; // the condition of async_wait_hang_up()

    // These require that the mutex is locked.
    void begin_work(); // starts the thread, if it has not been started
    void wait_for(Waiter& waiter, WhenReady call);
    void post_wake(); // the context outlives an end that is not closed
    void close_end();
    // For the thread: sleeps until notify() or until the time is over.
    void sleep(DWORD milliseconds = INFINITE) {
        ::SleepConditionVariableSRW(&turn_, &mutex_, milliseconds, 0);
    }
    void notify() { ::WakeConditionVariable(&turn_); }

    boost::asio::io_context& context_;
    const HANDLE handle_;
    mutable SRWLOCK mutex_ = SRWLOCK_INIT;
    boost::system::error_code end_;
    bool closed_ = false;
    Waiter ready_waiter_;
    Waiter hang_up_waiter_;

  private:
    void wake();
    template <class Happened>
    void deliver(Waiter& waiter, Happened happened);

    CONDITION_VARIABLE turn_ = CONDITION_VARIABLE_INIT; // of the thread
    bool works_ = false;
};

} // namespace polyglot::io
