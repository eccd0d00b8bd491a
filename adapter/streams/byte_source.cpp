#include "adapter/streams/byte_source.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

// buffer_ is not initialised, because that would make 64 KiB resident in every adapter before the
// first read.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
ByteSource::ByteSource(ReadEnd end, std::function<std::size_t(std::string_view)> on_bytes,
                       std::function<void()> on_end)
    : pipe_(std::move(end)), on_bytes_(std::move(on_bytes)), on_end_(std::move(on_end)) {}

void ByteSource::start() {
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
    pipe_.async_wait_hang_up([this](error_code error) {
        if (error == asio::error::operation_aborted) return; // this object may be destroyed
        watching_ = false;
        if (error)
            shows_hang_up_ = false; // a file, or a pipe of Windows
        else
            end_pause();
    });
}

// Reading shows the end, so nothing has to wait for it.
void ByteSource::end_pause() {
    if (!paused_) return;
    pause(false);
    hung_up_ = true;
}

void ByteSource::on_peer_gone() {
    if (!shows_hang_up_) end_pause();
}

void ByteSource::close() {
    ended_ = true;
    rest_ = {};
    pipe_.close();
}

// Waits and then reads, instead of async_read_some(), so that no bytes are in a queued completion
// when drain() is called.
void ByteSource::wait() {
    if (paused_ || ended_) return;
    if (!rest_.empty()) { // there are bytes already, but other sources have their turn first
        if (posted_) return;
        posted_ = true;
        asio::post(pipe_.get_executor(), [this, alive = std::weak_ptr<const char>(alive_)] {
            if (alive.expired()) return; // this object is gone
            posted_ = false;
            read_available();
        });
        return;
    }
    if (waiting_) return;
    waiting_ = true;
    pipe_.async_wait([this](error_code error) {
        if (error == asio::error::operation_aborted) return; // this object may be gone
        waiting_ = false;
        if (error)
            end();
        else
            read_available();
    });
}

// This many reads empty the largest pipe; then other sources get their turn.
constexpr int max_reads = 16;

// Passes on the remaining bytes; reads first if there are none. Returns false if no bytes come.
bool ByteSource::read_some() {
    if (rest_.empty()) {
        error_code error;
        const std::size_t size = pipe_.read_some(buffer_.data(), buffer_.size(), error);
        if (error == asio::error::would_block) return false;
        if (error) {
            end();
            return false;
        }
        rest_ = {buffer_.data(), size};
        was_full_ = size == buffer_.size();
    }
    const std::size_t taken = on_bytes_(rest_);
    if (!ended_) rest_.remove_prefix(taken);
    return true;
}

void ByteSource::read_available() {
    for (int i = 0; i < max_reads && !ended_ && !paused_; ++i) {
        if (!read_some()) break;
        if (rest_.empty() && !was_full_) break; // the pipe is empty, so the source waits again
    }
    wait();
}

void ByteSource::drain() {
    for (int i = 0; i < max_reads && !ended_ && !paused_; ++i)
        if (!read_some()) break;
}

void ByteSource::end() {
    if (ended_) return;
    ended_ = true;
    rest_ = {};
    on_end_();
}

} // namespace polyglot::io
