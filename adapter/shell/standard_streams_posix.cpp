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

// A duplicate is used, so that closing it leaves 0, 1 and 2 open, and the next file does not become
// stdout.
LoopDescriptor duplicate(boost::asio::io_context& context, int descriptor) {
    LoopDescriptor result(context);
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy < 0 && errno != EBADF)
        throw std::system_error(errno, std::generic_category(), "standard streams");
    boost::system::error_code ignored;
    result.assign(copy, ignored);
    return result;
}

} // namespace

struct StandardStreams::Impl {
    boost::asio::io_context& context;
    int input_flags;
    int output_flags;
};

const int StandardStreams::concurrency_hint = BOOST_ASIO_CONCURRENCY_HINT_UNSAFE;

StandardStreams::StandardStreams(boost::asio::io_context& context)
    : impl_(std::make_unique<Impl>(
          Impl{context, ::fcntl(STDIN_FILENO, F_GETFL), ::fcntl(STDOUT_FILENO, F_GETFL)})) {
    // A file that must not grow any more (ulimit -f) must not end the adapter either. Log lines or
    // results are lost then, which is reported.
    for (const int sig : {SIGPIPE, SIGXFSZ})
        ignore_signal(sig);
}

StandardStreams::~StandardStreams() {
    if (impl_->input_flags >= 0) ::fcntl(STDIN_FILENO, F_SETFL, impl_->input_flags);
    if (impl_->output_flags >= 0) ::fcntl(STDOUT_FILENO, F_SETFL, impl_->output_flags);
}

ReadEnd StandardStreams::take_input() {
    return make_read_end(duplicate(impl_->context, STDIN_FILENO));
}
WriteEnd StandardStreams::take_output() {
    return make_write_end(duplicate(impl_->context, STDOUT_FILENO));
}

void prepare_standard_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        // open() takes the lowest free number, which is this one.
        if (::fcntl(descriptor, F_GETFD) < 0)
            ::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

} // namespace polyglot::io
