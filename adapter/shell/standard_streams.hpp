// The adapter's standard input and output.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <memory>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

// On POSIX systems Asio makes the shared descriptions of stdin and stdout non-blocking, also for
// other processes that use them, such as the shell that has started the adapter. So this class
// saves their flags and restores them on destruction. It ignores SIGPIPE and SIGXFSZ.
class StandardStreams {
  public:
    // The hint for the io_context of these streams, if everything else that it runs stays in its
    // thread. On POSIX systems no locks are needed. On Windows other threads wait for the streams
    // and pass the result to the loop.
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

// Call this first in main. Opens the null device in place of each missing standard stream,
// because otherwise the next descriptor would be taken for the GUI. A missing standard output
// cannot be written then, which is an error for a command. On Windows the streams become binary.
void prepare_standard_streams();

} // namespace polyglot::io
