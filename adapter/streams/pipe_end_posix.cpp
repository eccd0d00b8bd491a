#include "adapter/streams/pipe_end_posix.hpp"

#include <cerrno>
#include <unistd.h>
#include <utility>

#include <boost/asio/error.hpp>

namespace polyglot::io {

using boost::system::error_code;

struct ReadEnd::Impl {
    LoopDescriptor descriptor;
    bool is_non_blocking = false;

    void set_non_blocking();
};
struct WriteEnd::Impl {
    LoopDescriptor descriptor;
};

namespace {

// The system's functions are called directly, because Asio's read_some() and write_some() do more
// than is needed here.
error_code last_error() {
    // On some systems not the same as EWOULDBLOCK.
    if (errno == EAGAIN) return boost::asio::error::would_block;
    return {errno, boost::system::system_category()};
}

} // namespace

void ReadEnd::Impl::set_non_blocking() {
    if (is_non_blocking) return;
    error_code ignored;
    descriptor.non_blocking(true, ignored);
    is_non_blocking = true;
}

ReadEnd::ReadEnd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ReadEnd::ReadEnd(ReadEnd&&) noexcept = default;
ReadEnd& ReadEnd::operator=(ReadEnd&&) noexcept = default;
ReadEnd::~ReadEnd() = default;

std::size_t ReadEnd::read_some(char* data, std::size_t size, error_code& error) {
    impl_->set_non_blocking();
    error.clear();
    ssize_t count = 0;
    do
        count = ::read(impl_->descriptor.native_handle(), data, size);
    while (count < 0 && errno == EINTR);
    if (count > 0) return static_cast<std::size_t>(count);
    error = count == 0 ? error_code(boost::asio::error::eof) : last_error();
    return 0;
}

void ReadEnd::async_wait(WhenReady when_ready) {
    impl_->set_non_blocking();
    impl_->descriptor.async_wait(
        LoopDescriptor::wait_read, [ready = std::move(when_ready)](error_code error) {
            // epoll refuses regular files and /dev/null (`polyglot < commands.txt`), but those
            // never block either.
            ready(error == boost::asio::error::operation_not_supported ? error_code() : error);
        });
}

void ReadEnd::async_wait_hang_up(WhenReady when_hung_up) {
    impl_->descriptor.async_wait(LoopDescriptor::wait_error, std::move(when_hung_up));
}

boost::asio::any_io_executor ReadEnd::get_executor() const {
    return impl_->descriptor.get_executor();
}

void ReadEnd::close() {
    error_code ignored;
    impl_->descriptor.close(ignored);
}

WriteEnd::WriteEnd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WriteEnd::WriteEnd(WriteEnd&&) noexcept = default;
WriteEnd& WriteEnd::operator=(WriteEnd&&) noexcept = default;
WriteEnd::~WriteEnd() = default;

std::size_t WriteEnd::write_some(std::string_view bytes, error_code& error) {
    error.clear();
    ssize_t count = 0;
    do
        count = ::write(impl_->descriptor.native_handle(), bytes.data(), bytes.size());
    while (count < 0 && errno == EINTR);
    if (count >= 0) return static_cast<std::size_t>(count);
    error = last_error();
    return 0;
}

std::size_t WriteEnd::unsent() const {
    return 0;
}

void WriteEnd::async_wait(WhenReady when_ready) {
    impl_->descriptor.async_wait(LoopDescriptor::wait_write, std::move(when_ready));
}

void WriteEnd::close() {
    error_code ignored;
    impl_->descriptor.close(ignored);
}

ReadEnd make_read_end(LoopDescriptor descriptor) {
    return ReadEnd(std::make_unique<ReadEnd::Impl>(ReadEnd::Impl{std::move(descriptor)}));
}

WriteEnd make_write_end(LoopDescriptor descriptor) {
    error_code ignored;
    descriptor.non_blocking(true, ignored);
    return WriteEnd(std::make_unique<WriteEnd::Impl>(WriteEnd::Impl{std::move(descriptor)}));
}

} // namespace polyglot::io
