#include "adapter/io/outbox.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

Outbox::Outbox(asio::posix::stream_descriptor descriptor, std::function<void()> on_drained,
               std::function<void()> on_error)
    : descriptor_(std::move(descriptor)), on_drained_(std::move(on_drained)), on_error_(std::move(on_error)) {
    error_code ignored;
    descriptor_.non_blocking(true, ignored);
}

void Outbox::send(std::string_view bytes) {
    if (failed_) return;
    std::size_t done = 0;
    if (pending() == 0) done = write_now(bytes.data(), bytes.size());
    if (failed_ || done == bytes.size()) return;
    queue_.append(bytes.substr(done));
    wait();
}

void Outbox::close() {
    failed_ = true;
    queue_.clear();
    written_ = 0;
    error_code ignored;
    descriptor_.close(ignored);
}

// How much of it the peer took. fail() on error.
std::size_t Outbox::write_now(const char* data, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        error_code error;
        const std::size_t n = descriptor_.write_some(asio::buffer(data + done, size - done), error);
        if (error == asio::error::would_block || error == asio::error::try_again) break;
        if (error) {
            fail();
            break;
        }
        done += n;
    }
    return done;
}

void Outbox::wait() {
    if (waiting_) return;
    waiting_ = true;
    descriptor_.async_wait(asio::posix::stream_descriptor::wait_write, [this](error_code error) {
        if (error == asio::error::operation_aborted) return; // this object may be gone
        waiting_ = false;
        if (failed_) return;
        if (error) {
            fail();
            return;
        }
        const bool was_full = pending() >= low_water;
        written_ += write_now(queue_.data() + written_, pending());
        if (failed_) return;
        if (pending() == 0 || written_ > low_water) { // keep the queue small without moving bytes at every write
            queue_.erase(0, written_);
            written_ = 0;
            if (queue_.empty() && queue_.capacity() > high_water) queue_.shrink_to_fit();
        }
        if (pending() > 0) wait();
        if (pending() == 0 || (was_full && pending() < low_water)) on_drained_();
    });
}

void Outbox::fail() {
    failed_ = true;
    queue_.clear();
    written_ = 0;
    on_error_();
}

} // namespace polyglot::io
