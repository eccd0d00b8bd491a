#ifndef _WIN32
#include "adapter/streams/pipe_end_posix.hpp"

#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

namespace polyglot::io {

using boost::asio::posix::stream_descriptor;
using boost::system::error_code;

struct ReadEnd::Impl {
    stream_descriptor descriptor;
};
struct WriteEnd::Impl {
    stream_descriptor descriptor;
};

namespace {

void set_non_blocking(stream_descriptor& descriptor) {
    error_code ignored;
    if (!descriptor.non_blocking()) descriptor.non_blocking(true, ignored);
}

void unify(error_code& error) {
    if (error == boost::asio::error::try_again) error = boost::asio::error::would_block;
}

} // namespace

ReadEnd::ReadEnd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ReadEnd::ReadEnd(ReadEnd&&) noexcept = default;
ReadEnd& ReadEnd::operator=(ReadEnd&&) noexcept = default;
ReadEnd::~ReadEnd() = default;

std::size_t ReadEnd::read_some(char* data, std::size_t size, error_code& error) {
    set_non_blocking(impl_->descriptor);
    const std::size_t read = impl_->descriptor.read_some(boost::asio::buffer(data, size), error);
    unify(error);
    return read;
}

void ReadEnd::async_wait(WhenReady when_ready) {
    set_non_blocking(impl_->descriptor);
    impl_->descriptor.async_wait(stream_descriptor::wait_read, [ready = std::move(when_ready)](error_code error) {
        // epoll refuses regular files and /dev/null (`polyglot < commands.txt`), but those never block either.
        ready(error == boost::asio::error::operation_not_supported ? error_code() : error);
    });
}

void ReadEnd::async_wait_hang_up(WhenReady when_hung_up) {
    impl_->descriptor.async_wait(stream_descriptor::wait_error, std::move(when_hung_up));
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
    const std::size_t written = impl_->descriptor.write_some(boost::asio::buffer(bytes), error);
    unify(error);
    return written;
}

std::size_t WriteEnd::unsent() const {
    return 0;
}

void WriteEnd::async_wait(WhenReady when_ready) {
    impl_->descriptor.async_wait(stream_descriptor::wait_write, std::move(when_ready));
}

void WriteEnd::close() {
    error_code ignored;
    impl_->descriptor.close(ignored);
}

ReadEnd make_read_end(stream_descriptor descriptor) {
    return ReadEnd(std::make_unique<ReadEnd::Impl>(ReadEnd::Impl{std::move(descriptor)}));
}

WriteEnd make_write_end(stream_descriptor descriptor) {
    set_non_blocking(descriptor);
    return WriteEnd(std::make_unique<WriteEnd::Impl>(WriteEnd::Impl{std::move(descriptor)}));
}

} // namespace polyglot::io
#endif
