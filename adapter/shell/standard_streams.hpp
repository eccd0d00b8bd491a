// Our own standard input and output.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

// Asio makes the shared descriptions behind stdin and stdout non-blocking, also for other processes that use them (the
// shell that started us). Keeps their flags and restores them on destruction; ignores SIGPIPE and SIGXFSZ.
class StandardStreams {
  public:
    explicit StandardStreams(boost::asio::io_context& context);
    ~StandardStreams();
    StandardStreams(const StandardStreams&) = delete;
    StandardStreams& operator=(const StandardStreams&) = delete;

    ReadEnd take_input();   // a duplicate of descriptor 0
    WriteEnd take_output(); // a duplicate of descriptor 1

  private:
    boost::asio::io_context& context_;
    int input_flags_;
    int output_flags_;
};

// Opens /dev/null in place of each standard stream that we were started without. First thing in main: else the next
// descriptor opened would be taken for the GUI. Standard output cannot be written then, which is an error for a
// command.
void open_missing_streams();

} // namespace polyglot::io
