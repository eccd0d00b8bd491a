// Ends the adapter when its loop is stuck and cannot handle the signal that asks it to end: a disk that hangs, a file
// that takes forever to read. The engines end with it.
#pragma once
#include <chrono>
#include <functional>

namespace polyglot::io {

// From now on SIGTERM, SIGINT and SIGHUP, as far as they have a handler by now, also begin to count: unless one of the
// next two functions is called within `patience`, the process groups of add_to_last_resort() are killed and the process
// ends with this status. Once in a process; whole seconds count.
void arm_last_resort(std::chrono::seconds patience, int exit_status);
// The loop lives, and has taken up the signal.
void disarm_last_resort();
// The same, and everything must have ended when this time is over.
void postpone_last_resort(std::chrono::seconds patience);

// After the loop: what is left is the way out, and a signal on it only begins to count, if nothing counts already. The
// loop's handlers are taken away by `release`, which none of the signals can interrupt.
void outlive_signals(const std::function<void()>& release);

// A process group that must not outlive us. No more than 16 at a time are remembered.
void add_to_last_resort(int process_group);
void remove_from_last_resort(int process_group);

} // namespace polyglot::io
