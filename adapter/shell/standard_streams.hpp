// Our own standard input and output.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <memory>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

// POSIX: Asio makes the shared descriptions of stdin and stdout non-blocking, also for other processes that use them
// (the shell that started us). Keeps their flags and restores them on destruction; ignores SIGPIPE and SIGXFSZ.
class StandardStreams {
  public:
    // For the io_context of these streams, if everything else that it runs stays in its thread. POSIX: no locks at all.
    // Windows: other threads wait for the streams and hand over to the loop.
    static const int concurrency_hint;

    explicit StandardStreams(boost::asio::io_context& context);
    ~StandardStreams();
    StandardStreams(const StandardStreams&) = delete;
    StandardStreams& operator=(const StandardStreams&) = delete;

    ReadEnd take_input();   // a duplicate of descriptor 0
    WriteEnd take_output(); // a duplicate of descriptor 1

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// First thing in main. Opens the null device in place of each standard stream that we were started without: else the
// next descriptor opened would be taken for the GUI. Standard output cannot be written then, which is an error for a
// command. On Windows the streams become binary.
void prepare_standard_streams();

} // namespace polyglot::io
