// Keeps this process, and what it starts meanwhile, on one processor.
#pragma once
#include <cstddef>
#include <sched.h>

namespace polyglot::bench {

// Where the scheduler puts two processes of a round trip decides its time by a factor of ten, the
// same way for any program, and by chance. On one processor each hand-over is a switch, for every
// candidate alike.
class OneProcessor {
  public:
    OneProcessor() {
        if (::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
        for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (!CPU_ISSET(cpu, &before_)) continue;
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            is_pinned_ = ::sched_setaffinity(0, sizeof one, &one) == 0;
            return;
        }
    }
    ~OneProcessor() {
        if (is_pinned_) ::sched_setaffinity(0, sizeof before_, &before_);
    }
    OneProcessor(const OneProcessor&) = delete;
    OneProcessor& operator=(const OneProcessor&) = delete;

  private:
    cpu_set_t before_{};
    bool is_pinned_ = false;
};

} // namespace polyglot::bench
