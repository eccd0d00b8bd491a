// A child process on two pipes, and a clock around what it answers. No ptys, no threads: write(),
// then read() until the answer is there, as a GUI's fastest possible loop.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace polyglot::bench {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::nanoseconds;

class Child {
  public:
    // Throws std::runtime_error when it cannot be started.
    explicit Child(const std::vector<std::string>& argv);
    ~Child(); // SIGKILL, if quit() has not been called
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    pid_t pid() const { return pid_; }

    // All of these throw std::runtime_error when the child closes its output.
    void send(std::string_view text); // with its line ends
    // The next line without its line end; valid until the next read.
    std::string_view read_line();
    // Reads up to and with the first line that starts with this; gives that line.
    std::string read_until(std::string_view start);
    // From the write to the moment when the answer has been read.
    Nanoseconds time_until(std::string_view text, std::string_view answer_start);
    // As read_until(), for millions of lines: gives their number, the last included. Nothing may
    // follow that last line.
    std::uint64_t count_lines_until(std::string_view start);

    // Sends quit and gives the time until the process has ended.
    Nanoseconds quit();

  private:
    void fill(); // one read()
    void close_pipes();

    pid_t pid_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string buffer_;
    std::size_t used_ = 0; // bytes of buffer_ that have been handed out
};

} // namespace polyglot::bench
