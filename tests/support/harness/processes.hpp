// Other processes and plain pipes, on every system.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::test {

int process_id();
bool runs(int process);
void kill_process(int process);
// A process that inherits our streams. Its id.
int start_process(const std::string& program, const std::vector<std::string>& arguments);
void show_no_crash_window();
void close_output();
bool is_below_normal(int process); // gets less processor time than ordinary ones

// The ends of a pipe as the systems have them, used with calls that wait.
class PlainPipe {
  public:
    using End = void*;
    PlainPipe();
    // Takes them; null: none
    PlainPipe(End read_end, End write_end) : read_end_(read_end), write_end_(write_end) {}
    // The descriptor, on POSIX
    static int native(End end);
    PlainPipe(const PlainPipe&) = delete;
    PlainPipe& operator=(const PlainPipe&) = delete;
    ~PlainPipe(); // closes the ends that have not been given away or closed

    std::size_t read(char* data, std::size_t size); // 0: the end
    bool write(std::string_view bytes);             // all of it; false: it is no longer read
    void close_read_end();
    void close_write_end();
    End give_read_end();
    End give_write_end();

  private:
    End read_end_;
    End write_end_;
};

// Wine is near to Windows. Where it differs a test says so.
bool runs_under_wine();

} // namespace polyglot::test
