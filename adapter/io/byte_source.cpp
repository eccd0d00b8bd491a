#include "adapter/io/byte_source.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

ByteSource::ByteSource(asio::posix::stream_descriptor descriptor, std::function<void(std::string_view)> on_bytes,
                       std::function<void()> on_end)
    : descriptor_(std::move(descriptor)), on_bytes_(std::move(on_bytes)), on_end_(std::move(on_end)) {}

void ByteSource::start() {
    read();
}

void ByteSource::pause(bool paused) {
    if (paused_ == paused) return;
    paused_ = paused;
    if (!paused_) read();
}

void ByteSource::close() {
    ended_ = true;
    error_code ignored;
    descriptor_.close(ignored);
}

void ByteSource::read() {
    if (reading_ || paused_ || ended_) return;
    reading_ = true;
    descriptor_.async_read_some(asio::buffer(buffer_), [this](error_code error, std::size_t size) {
        if (error == asio::error::operation_aborted) return; // this object may be gone
        reading_ = false;
        if (error == asio::error::operation_not_supported)
            read_file();
        else if (error)
            end();
        else
            deliver(size);
    });
}

// epoll refuses regular files and /dev/null (`polyglot < commands.txt`), but those never block either.
void ByteSource::read_file() {
    error_code error;
    const std::size_t size = descriptor_.read_some(asio::buffer(buffer_), error);
    if (error)
        end();
    else
        deliver(size);
}

void ByteSource::deliver(std::size_t size) {
    on_bytes_({buffer_.data(), size});
    read();
}

void ByteSource::drain() {
    if (ended_) return;
    error_code error;
    descriptor_.non_blocking(true, error);
    while (!error) {
        const std::size_t size = descriptor_.read_some(asio::buffer(buffer_), error);
        if (!error) on_bytes_({buffer_.data(), size});
    }
    if (error != asio::error::would_block && error != asio::error::try_again) end();
}

void ByteSource::end() {
    if (ended_) return;
    ended_ = true;
    on_end_();
}

} // namespace polyglot::io
