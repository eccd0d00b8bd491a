// Lets a thread write to a file of limited size.
#pragma once
#include <csignal>

namespace polyglot::io {

// A file that grows beyond the limit of file sizes (ulimit -f) ends the process by SIGXFSZ, unless
// the thread blocks that signal; then write() returns an error.
class NoSizeSignal {
  public:
    NoSizeSignal() {
        ::sigemptyset(&signal_);
        ::sigaddset(&signal_, SIGXFSZ);
        ::pthread_sigmask(SIG_BLOCK, &signal_, &old_);
    }
    NoSizeSignal(const NoSizeSignal&) = delete;
    NoSizeSignal& operator=(const NoSizeSignal&) = delete;
    ~NoSizeSignal() {
        ::sigset_t pending{};
        int taken = 0;
        if (::sigpending(&pending) == 0 && ::sigismember(&pending, SIGXFSZ) == 1)
            ::sigwait(&signal_, &taken);
        ::pthread_sigmask(SIG_SETMASK, &old_, nullptr);
    }

  private:
    ::sigset_t signal_{}, old_{};
};

} // namespace polyglot::io
