#include "adapter/engine/last_resort.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <unistd.h>

namespace polyglot::io {
namespace {

// Signal handlers read these variables, so they are lock-free, and set before the handlers.
static_assert(std::atomic<int>::is_always_lock_free);
constexpr std::array<int, 3> signals{SIGTERM, SIGINT, SIGHUP};
std::array<struct sigaction, signals.size()> handlers_before{};
std::array<std::atomic<int>, 16> groups{};
std::atomic<int> watched_process;
std::atomic<int> patience_s;
std::atomic<int> status;

bool replace(int before, int after) {
    for (std::atomic<int>& group : groups) {
        int expected = before;
        if (group.compare_exchange_strong(expected, after)) return true;
    }
    return false;
}

// Starts the countdown. Further signals do not postpone its end.
void begin_to_count() {
    // A child between fork and exec has this handler as well, and an alarm would survive its exec.
    if (::getpid() != watched_process) return;
    const auto patience = static_cast<unsigned>(patience_s.load());
    const unsigned left = ::alarm(patience);
    if (left > 0 && left < patience) ::alarm(left);
}

void on_late_signal(int) {
    begin_to_count();
}

void on_end_wanted(int signal) {
    begin_to_count();
    for (std::size_t i = 0; i < signals.size(); ++i)
        if (signals[i] == signal) handlers_before[i].sa_handler(signal);
}

void on_patience_over(int) {
    for (const std::atomic<int>& group : groups)
        if (const int id = group; id > 0) ::kill(-id, SIGKILL);
    ::_exit(status);
}

bool has_handler(const struct sigaction& action) {
    return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler != SIG_DFL &&
           action.sa_handler != SIG_IGN;
}

} // namespace

void arm_last_resort(std::chrono::seconds patience, int exit_status) {
    watched_process = ::getpid();
    patience_s = static_cast<int>(patience.count());
    status = exit_status;
    struct sigaction over {};
    over.sa_handler = on_patience_over;
    ::sigaction(SIGALRM, &over, nullptr);
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    ::sigprocmask(SIG_UNBLOCK, &alarm_only, nullptr);
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], nullptr, &handlers_before[i]);
        if (!has_handler(handlers_before[i])) continue;
        struct sigaction wanted = handlers_before[i];
        wanted.sa_handler = on_end_wanted;
        ::sigaction(signals[i], &wanted, nullptr);
    }
}

void disarm_last_resort() {
    ::alarm(0);
}

void postpone_last_resort(std::chrono::seconds patience) {
    ::alarm(static_cast<unsigned>(patience.count()));
}

void outlive_signals(const std::function<void()>& release) {
    sigset_t blocked;
    sigset_t before;
    sigemptyset(&blocked);
    for (const int signal : signals)
        sigaddset(&blocked, signal);
    ::sigprocmask(SIG_BLOCK, &blocked, &before);
    release();
    for (std::size_t i = 0; i < signals.size(); ++i) {
        if (!has_handler(handlers_before[i])) continue;
        struct sigaction wanted = handlers_before[i];
        wanted.sa_handler = on_late_signal;
        ::sigaction(signals[i], &wanted, nullptr);
    }
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
}

void add_to_last_resort(int process_group) {
    replace(0, process_group);
}

void remove_from_last_resort(int process_group) {
    replace(process_group, 0);
}

} // namespace polyglot::io
