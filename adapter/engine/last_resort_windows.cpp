#include "adapter/engine/last_resort.hpp"

#include <mutex>
#include <windows.h>

// The engines need no list, because they are in jobs that end with the adapter, however that ends.
namespace polyglot::io {

namespace {

// One timer, which ends the process when it expires. `mutex` guards all members, because console
// events come in another thread.
class Countdown {
  public:
    void arm(DWORD patience_ms, int exit_status) {
        const std::lock_guard lock(mutex_);
        patience_ms_ = patience_ms;
        status_ = static_cast<UINT>(exit_status);
    }
    void begin() { // does nothing if it has begun
        const std::lock_guard lock(mutex_);
        if (timer_ == nullptr) start(patience_ms_);
    }
    void restart(DWORD patience_ms) {
        const std::lock_guard lock(mutex_);
        stop();
        start(patience_ms);
    }
    void cancel() {
        const std::lock_guard lock(mutex_);
        stop();
    }

  private:
    static void CALLBACK end_process(void* self, BOOLEAN) {
        ::TerminateProcess(::GetCurrentProcess(), static_cast<Countdown*>(self)->status_);
    }
    void start(DWORD patience_ms) {
        ::CreateTimerQueueTimer(&timer_, nullptr, end_process, this, patience_ms, 0,
                                WT_EXECUTEONLYONCE);
    }
    void stop() {
        if (timer_ != nullptr) ::DeleteTimerQueueTimer(nullptr, timer_, nullptr);
        timer_ = nullptr;
    }

    std::mutex mutex_;
    HANDLE timer_ = nullptr;
    DWORD patience_ms_ = 0;
    UINT status_ = 0;
};

// Never destroyed, because console events come until the process ends.
Countdown& countdown() {
    static auto* const only = new Countdown;
    return *only;
}

// Called before the handlers that were set earlier, and passes the event on to them.
BOOL WINAPI on_console_event(DWORD) {
    countdown().begin();
    return FALSE;
}

DWORD to_ms(std::chrono::seconds time) {
    return static_cast<DWORD>(std::chrono::milliseconds(time).count());
}

} // namespace

void arm_last_resort(std::chrono::seconds patience, int exit_status) {
    countdown().arm(to_ms(patience), exit_status);
    ::SetConsoleCtrlHandler(on_console_event, TRUE);
}

void disarm_last_resort() {
    countdown().cancel();
}

void postpone_last_resort(std::chrono::seconds patience) {
    countdown().restart(to_ms(patience));
}

// The handlers stay, so that no event ends the process at once.
void outlive_signals(const std::function<void()>&) {}

void add_to_last_resort(int) {}
void remove_from_last_resort(int) {}

} // namespace polyglot::io
