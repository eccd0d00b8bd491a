#ifndef _WIN32
#include "adapter/engine/signals.hpp"
#include "adapter/shell/standard_streams.hpp"
#include "adapter/streams/pipe_end_posix.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace polyglot::io {

namespace {

// A duplicate, so that closing it leaves 0, 1 and 2 open: the next file opened must not become our stdout.
boost::asio::posix::stream_descriptor duplicate(boost::asio::io_context& context, int descriptor) {
    boost::asio::posix::stream_descriptor result(context);
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy < 0 && errno != EBADF) throw std::system_error(errno, std::generic_category(), "standard streams");
    boost::system::error_code ignored;
    result.assign(copy, ignored);
    return result;
}

} // namespace

StandardStreams::StandardStreams(boost::asio::io_context& context)
    : context_(context), input_flags_(::fcntl(STDIN_FILENO, F_GETFL)), output_flags_(::fcntl(STDOUT_FILENO, F_GETFL)) {
    // A file that may not grow any more (ulimit -f) must not end the adapter either: it costs log lines, or results,
    // which are reported.
    for (const int sig : {SIGPIPE, SIGXFSZ})
        ignore_signal(sig);
}

StandardStreams::~StandardStreams() {
    if (input_flags_ >= 0) ::fcntl(STDIN_FILENO, F_SETFL, input_flags_);
    if (output_flags_ >= 0) ::fcntl(STDOUT_FILENO, F_SETFL, output_flags_);
}

ReadEnd StandardStreams::take_input() {
    return make_read_end(duplicate(context_, STDIN_FILENO));
}
WriteEnd StandardStreams::take_output() {
    return make_write_end(duplicate(context_, STDOUT_FILENO));
}

void open_missing_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(descriptor, F_GETFD) < 0) // open() takes the lowest free number: this one
            ::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

} // namespace polyglot::io
#endif
