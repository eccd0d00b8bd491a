// The ends of the adapter's pipes to and from an engine. Each has at most one operation of the
// system.
#include "adapter/streams/pipe_end_windows.hpp"
#include "adapter/streams/pipe_state_windows.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <windows.h>

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/windows/overlapped_ptr.hpp>
#include <boost/asio/windows/stream_handle.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t buffer_bytes = 1 << 16; // the size of a pipe

bool is_complete(const OVERLAPPED* operation) {
    return operation != nullptr && HasOverlappedIoCompleted(operation);
}

class OverlappedReader final : public ReadState,
                               public std::enable_shared_from_this<OverlappedReader> {
  public:
    OverlappedReader(asio::io_context& context, HANDLE handle) : handle_(context, handle) {}

    std::size_t read_some(char* data, std::size_t size, error_code& error) override {
        if (left_.empty() && !end_) fetch();
        if (left_.empty()) {
            error = end_ ? end_ : asio::error::would_block;
            return 0;
        }
        error = {};
        const std::size_t taken = std::min(size, left_.size());
        std::memcpy(data, left_.data(), taken);
        left_.remove_prefix(taken);
        return taken;
    }

    void async_wait(WhenReady when_ready) override {
        waiting_ = std::move(when_ready);
        if (left_.empty() && !end_ && in_flight_ == nullptr) begin_read();
        if (!left_.empty() || end_) post_wake();
        // Otherwise the completion of the read wakes the waiter.
    }

    // Such a pipe shows its end only after its last byte. The end of the engine's process is known
    // by other means.
    void async_wait_hang_up(WhenReady when_hung_up) override {
        asio::post(executor(), [hung_up = std::move(when_hung_up)] {
            hung_up(asio::error::operation_not_supported);
        });
    }

    asio::any_io_executor executor() override { return handle_.get_executor(); }

    void close() override {
        if (std::exchange(closed_, true)) return;
        error_code ignored;
        handle_.close(ignored); // ends the pending read
        if (waiting_) post_wake();
    }

  private:
    void post_wake() {
        asio::post(executor(), [self = shared_from_this()] { self->wake(); });
    }

    // Takes the bytes of a read, even if its completion has not been delivered yet.
    void fetch() {
        if (in_flight_ == nullptr) begin_read();
        if (!is_complete(in_flight_)) return;
        DWORD size = 0;
        const bool read =
            ::GetOverlappedResult(handle_.native_handle(), in_flight_, &size, FALSE) != 0;
        take(read ? error_code() : pipe_error(::GetLastError()), size);
    }

    void begin_read() {
        const std::uint64_t number = ++last_read_;
        asio::windows::overlapped_ptr operation(
            executor(), [self = shared_from_this(), number](error_code error, std::size_t size) {
                self->on_read(number, error, size);
            });
        if (::ReadFile(handle_.native_handle(), buffer_.data(), static_cast<DWORD>(buffer_.size()),
                       nullptr, operation.get()) == 0 &&
            ::GetLastError() != ERROR_IO_PENDING) {
            end_ = pipe_error(::GetLastError());
            // Completed and not destroyed, because the loop stops after its last operation.
            operation.complete(end_, 0);
            return;
        }
        // The completion is delivered even if the operation is complete.
        in_flight_ = operation.release();
    }

    void take(error_code error, std::size_t size) {
        in_flight_ = nullptr;
        if (error == asio::error::broken_pipe || error.value() == ERROR_BROKEN_PIPE)
            error = asio::error::eof;
        if (error) end_ = error;
        left_ = {buffer_.data(), size};
    }

    void on_read(std::uint64_t number, error_code error, std::size_t size) {
        // Otherwise fetch() has taken it.
        if (number == last_read_ && in_flight_ != nullptr) take(error, size);
        wake();
    }

    void wake() {
        if (!closed_ && left_.empty() && !end_) {
            // Another reader has taken the bytes, or the peer has written 0 bytes.
            if (waiting_ && in_flight_ == nullptr) begin_read();
            if (!end_) return;
        }
        if (const WhenReady waiting = std::exchange(waiting_, nullptr))
            waiting(closed_ ? error_code(asio::error::operation_aborted) : error_code());
    }

    asio::windows::stream_handle handle_;
    std::array<char, buffer_bytes> buffer_;
    std::string_view left_; // of the buffer
    error_code end_;        // no bytes come after left_
    OVERLAPPED* in_flight_ = nullptr;
    std::uint64_t last_read_ = 0;
    bool closed_ = false;
    WhenReady waiting_;
};

class OverlappedWriter final : public WriteState,
                               public std::enable_shared_from_this<OverlappedWriter> {
  public:
    OverlappedWriter(asio::io_context& context, HANDLE handle) : handle_(context, handle) {}

    std::size_t write_some(std::string_view bytes, error_code& error) override {
        collect();
        if (failed_ || in_flight_ != nullptr) {
            error = failed_ ? failed_ : asio::error::would_block;
            return 0;
        }
        error = {};
        const std::size_t size = std::min(bytes.size(), buffer_.size());
        std::memcpy(buffer_.data(), bytes.data(), size);
        begin_write(size);
        collect();
        if (!failed_) return size;
        error = failed_;
        return 0;
    }

    std::size_t unsent() override {
        collect();
        return in_flight_ == nullptr ? 0 : size_;
    }

    void async_wait(WhenReady when_ready) override {
        waiting_ = std::move(when_ready);
        collect();
        if (in_flight_ == nullptr) post_wake();
    }

    void close() override {
        if (std::exchange(closed_, true)) return;
        error_code ignored;
        handle_.close(ignored); // ends the pending write
        if (waiting_) post_wake();
    }

  private:
    void post_wake() {
        asio::post(handle_.get_executor(), [self = shared_from_this()] { self->wake(); });
    }

    void begin_write(std::size_t size) {
        const std::uint64_t number = ++last_write_;
        asio::windows::overlapped_ptr operation(
            handle_.get_executor(),
            [self = shared_from_this(), number](error_code error, std::size_t) {
                self->on_written(number, error);
            });
        if (::WriteFile(handle_.native_handle(), buffer_.data(), static_cast<DWORD>(size), nullptr,
                        operation.get()) == 0 &&
            ::GetLastError() != ERROR_IO_PENDING) {
            failed_ = pipe_error(::GetLastError());
            // Not destroyed: if it were the loop's last work, the loop would stop.
            operation.complete(failed_, 0);
            return;
        }
        in_flight_ = operation.release();
        size_ = size;
    }

    // Collects a completed write, because its completion is delivered later.
    void collect() {
        if (!is_complete(in_flight_)) return;
        DWORD size = 0;
        if (::GetOverlappedResult(handle_.native_handle(), in_flight_, &size, FALSE) == 0)
            failed_ = pipe_error(::GetLastError());
        in_flight_ = nullptr;
    }

    void on_written(std::uint64_t number, error_code error) {
        if (number == last_write_ && in_flight_ != nullptr) {
            in_flight_ = nullptr;
            if (error) failed_ = error;
        }
        wake();
    }

    void wake() {
        if (!closed_ && in_flight_ != nullptr) return;
        if (const WhenReady waiting = std::exchange(waiting_, nullptr))
            waiting(closed_ ? error_code(asio::error::operation_aborted) : error_code());
    }

    asio::windows::stream_handle handle_;
    std::array<char, buffer_bytes> buffer_;
    error_code failed_;
    OVERLAPPED* in_flight_ = nullptr;
    std::size_t size_ = 0; // of the pending write
    std::uint64_t last_write_ = 0;
    bool closed_ = false;
    WhenReady waiting_;
};

} // namespace

ReadEnd make_overlapped_read_end(asio::io_context& context, NativeHandle handle) {
    return make_read_end(std::make_shared<OverlappedReader>(context, handle));
}
WriteEnd make_overlapped_write_end(asio::io_context& context, NativeHandle handle) {
    return make_write_end(std::make_shared<OverlappedWriter>(context, handle));
}

} // namespace polyglot::io
