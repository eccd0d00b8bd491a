// Shortens a log that shows a difference (delta debugging: Zeller, Hildebrandt, "Simplifying and
// isolating failure-inducing input", 2002).
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
    Steps steps; // the remaining steps, without notes
    std::size_t runs = 0;
    bool is_smallest = true; // false if a limit was reached
};

// Returns steps in which the same line of the log fails in the same way, reduced as far as the
// limits allow. difference is that of all steps.
Minimised minimise(const Steps& steps, const Difference& difference, const MinimiseLimits& limits);

} // namespace polyglot::tools
