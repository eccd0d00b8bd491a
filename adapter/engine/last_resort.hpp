// Ends the adapter, and the engines with it, when its loop is stuck and cannot handle the signal
// that asks it to end, because a disk hangs or a file takes forever to read. On Windows the system
// ends both, and these functions do nothing.
#pragma once
#include <chrono>
#include <functional>

namespace polyglot::io {

// From now on SIGTERM, SIGINT and SIGHUP, if they have a handler already, also start a countdown:
// unless one of the next two functions is called within `patience`, the process groups of
// add_to_last_resort() are killed and the process ends with this status. To be called once in a
// process.
void arm_last_resort(std::chrono::seconds patience, int exit_status);
// Ends the countdown, because the loop is handling the signal.
void disarm_last_resort();
// Restarts the countdown with this time, because the loop is handling the signal and must have
// ended by then.
void postpone_last_resort(std::chrono::seconds patience);

// Call this after the loop: from now on a signal only starts the countdown, unless it runs
// already. `release` removes the loop's handlers; the signals are blocked meanwhile.
void outlive_signals(const std::function<void()>& release);

// A process group that must not outlive us; at most 16 at a time, further ones are ignored.
void add_to_last_resort(int process_group);
void remove_from_last_resort(int process_group);

} // namespace polyglot::io
