// Starts other processes and makes plain pipes, on every system.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::test {

int process_id();
bool runs(int process);
void kill_process(int process);
// Starts a process that inherits our streams, and returns its id.
int start_process(const std::string& program, const std::vector<std::string>& arguments);
void show_no_crash_window();
void close_output();
bool is_below_normal(int process); // whether it gets less processor time than normal

// A pipe with the ends of the system and blocking calls.
class PlainPipe {
  public:
    using End = void*;
    PlainPipe();
    // Takes ownership of the ends; null stands for a missing one.
    PlainPipe(End read_end, End write_end) : read_end_(read_end), write_end_(write_end) {}
    // Returns the descriptor; only for POSIX.
    static int native(End end);
    PlainPipe(const PlainPipe&) = delete;
    PlainPipe& operator=(const PlainPipe&) = delete;
    ~PlainPipe(); // closes the ends that have been neither given away nor closed

    std::size_t read(char* data, std::size_t size); // 0 at the end
    bool write(std::string_view bytes); // writes everything; false if no process reads it any more
    void close_read_end();
    void close_write_end();
    End give_read_end();
    End give_write_end();

  private:
    End read_end_;
    End write_end_;
};

// Wine behaves almost like Windows. Tests that differ say so.
bool runs_under_wine();

} // namespace polyglot::test
