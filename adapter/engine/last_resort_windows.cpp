#ifdef _WIN32
#include "adapter/engine/last_resort.hpp"

// Windows ends a process at once when it is asked to, and the engines with it: they are in a job that closes with us.
namespace polyglot::io {

void arm_last_resort(std::chrono::seconds, int) {}
void disarm_last_resort() {}
void postpone_last_resort(std::chrono::seconds) {}
void outlive_signals(const std::function<void()>&) {}
void add_to_last_resort(int) {}
void remove_from_last_resort(int) {}

} // namespace polyglot::io
#endif
