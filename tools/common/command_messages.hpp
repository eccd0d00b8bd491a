// Writes what a command reports on standard error while a long run lasts.
#pragma once
#include "tools/common/progress.hpp"

#include <chrono>
#include <iosfwd>
#include <optional>
#include <string>

namespace polyglot::tools {

// A line of progress, if `err` is the standard error on a terminal, with warnings above it.
class CommandMessages {
  public:
    // command is the name that warnings begin with: "rate-book".
    CommandMessages(std::ostream& err, std::string command);
    void show(std::string line); // at most ten times a second
    void warn(const std::string& message);
    void clear();

  private:
    std::ostream& err_;
    std::string command_;
    std::optional<ProgressLine> line_;
    std::chrono::steady_clock::time_point shown_;
};

} // namespace polyglot::tools
