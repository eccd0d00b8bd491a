#include "tools/engine_test/step_progress.hpp"

#include <ostream>

namespace polyglot::tools::engine_test {

using std::chrono::seconds;
using std::chrono::steady_clock;

namespace {

constexpr seconds between_redraws{1};
constexpr seconds between_lines{5};

} // namespace

void StepProgress::begin(std::string_view what, steady_clock::time_point now) {
    what_ = what;
    began_ = now;
    next_ = now + (style_ == ProgressStyle::Bar ? between_redraws : between_lines);
}

void StepProgress::show(steady_clock::time_point now) {
    if (style_ == ProgressStyle::None || now < next_) return;
    next_ = now + (style_ == ProgressStyle::Bar ? between_redraws : between_lines);
    const auto elapsed = std::chrono::duration_cast<seconds>(now - began_);
    const std::string line = what_ + ": " + std::to_string(elapsed.count()) + " s";
    if (style_ == ProgressStyle::Bar)
        line_.show(line);
    else
        err_ << "polyglot engine-test: " << line << std::endl;
}

} // namespace polyglot::tools::engine_test
