// Shows that a long step is still running. Test: step_progress_test.cpp.
#pragma once
#include "tools/common/progress.hpp"

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace polyglot::tools::engine_test {

class StepProgress {
  public:
    // Bar redraws its line each second; Plain prints a line every five seconds.
    StepProgress(std::ostream& err, ProgressStyle style,
                 std::size_t (*columns)() = io::stderr_columns)
        : err_(err), style_(style), line_(err, columns) {}

    void begin(std::string_view what, std::chrono::steady_clock::time_point now);
    void show(std::chrono::steady_clock::time_point now); // cheap; call it often
    void clear() { line_.clear(); }                       // call it before printing anything else

  private:
    std::ostream& err_;
    const ProgressStyle style_;
    ProgressLine line_;
    std::string what_;
    std::chrono::steady_clock::time_point began_, next_;
};

} // namespace polyglot::tools::engine_test
