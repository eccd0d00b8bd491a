#include "adapter/io/byte_source.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

// buffer_ is left as it is: zeroing it would make 64 KiB resident in every adapter before anything is read.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
ByteSource::ByteSource(asio::posix::stream_descriptor descriptor, std::function<void(std::string_view)> on_bytes,
                       std::function<void()> on_end)
    : descriptor_(std::move(descriptor)), on_bytes_(std::move(on_bytes)), on_end_(std::move(on_end)) {}

void ByteSource::start() {
    error_code ignored;
    descriptor_.non_blocking(true, ignored);
    wait();
}

void ByteSource::pause(bool paused) {
    if (paused_ == paused || hung_up_) return;
    paused_ = paused;
    if (paused_)
        watch_hang_up();
    else
        wait();
}

void ByteSource::watch_hang_up() {
    if (watching_ || ended_) return;
    watching_ = true;
    descriptor_.async_wait(asio::posix::stream_descriptor::wait_error, [this](error_code error) {
        if (error == asio::error::operation_aborted) return; // this object may be gone
        watching_ = false;
        if (error || !paused_) return; // a file, which does not hang up; or we read again and see the end anyway
        pause(false);
        hung_up_ = true;
    });
}

void ByteSource::close() {
    ended_ = true;
    error_code ignored;
    descriptor_.close(ignored);
}

// Waits and then reads, instead of async_read_some: so no bytes ever sit in a completion that is still queued when
// drain() is called.
void ByteSource::wait() {
    if (waiting_ || paused_ || ended_) return;
    waiting_ = true;
    descriptor_.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code error) {
        if (error == asio::error::operation_aborted) return; // this object may be gone
        waiting_ = false;
        // epoll refuses regular files and /dev/null (`polyglot < commands.txt`), but those never block either.
        if (error && error != asio::error::operation_not_supported)
            end();
        else if (!paused_)
            read_available();
    });
}

void ByteSource::read_available() {
    constexpr int max_reads = 16; // then somebody else's turn
    for (int i = 0; i < max_reads && !ended_ && !paused_; ++i) {
        error_code error;
        const std::size_t size = descriptor_.read_some(asio::buffer(buffer_), error);
        if (error == asio::error::would_block || error == asio::error::try_again) break;
        if (error) {
            end();
            return;
        }
        on_bytes_({buffer_.data(), size});
        if (size < buffer_.size()) break; // there was no more; the next wait tells
    }
    wait();
}

void ByteSource::drain() {
    error_code error;
    while (!error && !ended_) {
        const std::size_t size = descriptor_.read_some(asio::buffer(buffer_), error);
        if (!error) on_bytes_({buffer_.data(), size});
    }
    if (error && error != asio::error::would_block && error != asio::error::try_again) end();
}

void ByteSource::end() {
    if (ended_) return;
    ended_ = true;
    on_end_();
}

} // namespace polyglot::io
