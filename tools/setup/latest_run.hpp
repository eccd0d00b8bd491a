// Holds the run of a process that was started last: a trial, a short test.
#pragma once
#include <memory>
#include <utility>
#include <vector>

namespace polyglot::tools {

// A run that is replaced is cancelled and kept until its process has ended, because the destructor
// kills the process at once, and an engine that it has started could outlive it.
template <class Run>
class LatestRun {
  public:
    Run& replace(std::unique_ptr<Run> next) {
        std::erase_if(leaving_, [](const auto& run) { return run->is_gone(); });
        cancel();
        if (run_ && !run_->is_gone()) leaving_.push_back(std::move(run_));
        run_ = std::move(next);
        return *run_;
    }
    void cancel() {
        if (run_) run_->cancel();
    }
    const Run* get() const { return run_.get(); } // null if there was none

  private:
    std::unique_ptr<Run> run_;
    std::vector<std::unique_ptr<Run>> leaving_;
};

} // namespace polyglot::tools
