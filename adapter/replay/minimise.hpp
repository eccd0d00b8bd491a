// Shortens a log that shows a difference (delta debugging: Zeller, Hildebrandt, "Simplifying and isolating
// failure-inducing input", 2002).
#pragma once
#include "adapter/replay/run.hpp"

#include <chrono>
#include <cstddef>
#include <vector>

namespace polyglot::tools {

struct MinimiseLimits {
    std::size_t runs = 20'000; // of a session
    std::chrono::milliseconds time{60'000};
};

struct Minimised {
    Steps steps; // those that are left, without notes
    std::size_t runs = 0;
    bool is_smallest = true; // false: a limit was reached
};

// What is left shows the same line of the log failing in the same way. difference is that of steps.
Minimised minimise(const Steps& steps, const Difference& difference, const MinimiseLimits& limits);

} // namespace polyglot::tools
