// The ends of pipes of other programs, of files and of consoles, which cannot be overlapped.
#include "adapter/streams/blocking_end_windows.hpp"

#include "adapter/streams/pipe_end_windows.hpp"
#include "adapter/streams/pipe_state_windows.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <winternl.h>

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

void BlockingEnd::begin_work() {
    if (std::exchange(works_, true)) return;
    try {
        std::thread([self = shared_from_this()] { self->work(); }).detach();
    } catch (const std::system_error&) {
        end_ = asio::error::no_memory;
    }
}

void BlockingEnd::wait_for(Waiter& waiter, WhenReady call) {
    waiter.call = std::move(call);
    // The loop must not end while the thread waits.
    waiter.work_guard.emplace(context_.get_executor());
}

void BlockingEnd::post_wake() {
    asio::post(context_, [self = shared_from_this()] { self->wake(); });
}

void BlockingEnd::close_end() {
    if (std::exchange(closed_, true)) return;
    const bool waits = ready_waiter_.call || hang_up_waiter_.call;
    // Reset here, because a context that no longer runs would wait for it in its destructor.
    ready_waiter_.work_guard.reset();
    hang_up_waiter_.work_guard.reset();
    if (waits) post_wake();
    notify();
}

void BlockingEnd::wake() {
    deliver(ready_waiter_, [this] { return is_ready(); });
    deliver(hang_up_waiter_, [this] { return has_hung_up(); });
}

template <class Happened>
void BlockingEnd::deliver(Waiter& waiter, Happened happened) {
    WhenReady call;
    error_code error;
    {
        const Lock lock(mutex_);
        if (!closed_ && !happened()) return;
        if (closed_) error = asio::error::operation_aborted;
        call = std::exchange(waiter.call, nullptr);
        waiter.work_guard.reset();
    }
    if (call) call(error);
}

namespace {

// Returns whether the writer of a pipe has closed its end, even if its last bytes have not been
// read.
bool is_abandoned(HANDLE pipe) {
    struct { // FILE_PIPE_LOCAL_INFORMATION of the driver kit
        ULONG type, configuration, most_instances, instances, in_quota, readable, out_quota,
            writable, state, end;
    } info{};
    constexpr auto pipe_local_information = static_cast<FILE_INFORMATION_CLASS>(24);
    constexpr ULONG closing = 4;
    IO_STATUS_BLOCK status{};
    return NT_SUCCESS(::NtQueryInformationFile(pipe, &status, &info, sizeof info,
                                               pipe_local_information)) &&
           info.state == closing;
}

// The thread reads ahead into its buffer, and swaps it with the loop's as soon as the loop has read
// that one.
class BlockingReader final : public ReadState, public BlockingEnd {
  public:
    using BlockingEnd::BlockingEnd;

    std::size_t read_some(char* data, std::size_t size, error_code& error) override {
        const Lock lock(mutex_);
        begin_work();
        const std::size_t taken = std::min(size, left_.size());
        if (taken == 0) {
            error = end_ ? end_ : asio::error::would_block;
            return 0;
        }
        error = {};
        std::memcpy(data, left_.data(), taken);
        left_.remove_prefix(taken);
        if (left_.empty() && thread_is_full_) notify();
        return taken;
    }

    void async_wait(WhenReady when_ready) override {
        const Lock lock(mutex_);
        begin_work();
        wait_for(ready_waiter_, std::move(when_ready));
        if (is_ready()) post_wake();
    }

    void async_wait_hang_up(WhenReady when_hung_up) override {
        const Lock lock(mutex_);
        begin_work();
        wait_for(hang_up_waiter_, std::move(when_hung_up));
        if (has_hung_up()) post_wake();
        notify();
    }

    asio::any_io_executor executor() override { return context_.get_executor(); }

    void close() override {
        const Lock lock(mutex_);
        close_end();
    }

  private:
    bool is_ready() const override { return !left_.empty() || end_; }
    bool has_hung_up() const override { return abandoned_ || end_; }

    void work() override {
        while (true) {
            DWORD read = 0;
            ::SetLastError(ERROR_SUCCESS);
            const bool ok = ::ReadFile(handle_, ours_->data(), static_cast<DWORD>(buffer_bytes),
                                       &read, nullptr) != 0;
            const DWORD code = ::GetLastError();
            if (read == 0 && code == ERROR_OPERATION_ABORTED) continue; // Ctrl-C at a console
            const Lock lock(mutex_);
            // A file ends with a read of 0 bytes, and so does a Unix pipe under Wine. On a Windows
            // pipe a writer can write 0 bytes.
            const bool is_end = !ok || (read == 0 && ::PeekNamedPipe(handle_, nullptr, 0, nullptr,
                                                                     nullptr, nullptr) == 0);
            if (read > 0) wait_for_room();
            if (closed_) return;
            if (read > 0) {
                std::swap(ours_, theirs_);
                left_ = {theirs_->data(), read};
            }
            if (is_end) end_ = ok ? error_code(asio::error::eof) : pipe_error(code);
            if ((ready_waiter_.call && is_ready()) || (hang_up_waiter_.call && has_hung_up()))
                post_wake();
            if (is_end) return;
        }
    }

    // Waits for room. Meanwhile the pipe has to be polled for its end, because it is not read.
    void wait_for_room() {
        constexpr DWORD between_looks_ms = 100;
        thread_is_full_ = true;
        while (!left_.empty() && !closed_) {
            const bool looks = hang_up_waiter_.call && !abandoned_;
            sleep(looks ? between_looks_ms : INFINITE);
            if (!looks || !is_abandoned(handle_)) continue;
            abandoned_ = true;
            post_wake();
        }
        thread_is_full_ = false;
    }

    std::unique_ptr<Buffer> ours_ = std::make_unique<Buffer>();   // of the thread
    std::unique_ptr<Buffer> theirs_ = std::make_unique<Buffer>(); // of the loop
    std::string_view left_;                                       // of theirs_
    // The thread's buffer is full, and it waits for the loop.
    bool thread_is_full_ = false;
    bool abandoned_ = false;
};

// The loop writes the bytes for which there is room at once; the thread writes the others.
class BlockingWriter final : public WriteState, public BlockingEnd {
  public:
    BlockingWriter(asio::io_context& context, HANDLE handle)
        : BlockingEnd(context, handle),
          is_disk_(::GetFileType(handle) == FILE_TYPE_DISK),
          is_pipe_(set_mode(PIPE_NOWAIT)) {}

    std::size_t write_some(std::string_view bytes, error_code& error) override {
        const Lock lock(mutex_);
        if (end_ || size_ > 0) {
            error = end_ ? end_ : asio::error::would_block;
            return 0;
        }
        error = {};
        const std::size_t piece = std::min(bytes.size(), buffer_bytes);
        if (is_disk_ || is_pipe_) {
            DWORD written = 0;
            if (::WriteFile(handle_, bytes.data(), static_cast<DWORD>(piece), &written, nullptr) ==
                0)
                error = end_ = pipe_error(::GetLastError());
            if (end_ || written > 0) return written;
        }
        begin_work();
        size_ = piece;
        std::memcpy(buffer_.data(), bytes.data(), size_);
        notify();
        return size_;
    }

    std::size_t unsent() override {
        const Lock lock(mutex_);
        return size_;
    }

    void async_wait(WhenReady when_ready) override {
        const Lock lock(mutex_);
        wait_for(ready_waiter_, std::move(when_ready));
        if (is_ready()) post_wake();
    }

    void close() override {
        const Lock lock(mutex_);
        // Because other processes may have this end, too.
        if (!closed_ && is_pipe_ && size_ == 0) set_mode(PIPE_WAIT);
        close_end();
    }

  private:
    bool is_ready() const override { return size_ == 0; }
    bool has_hung_up() const override { return false; }

    // Returns false if this is not a pipe of Windows.
    bool set_mode(DWORD mode) {
        return ::SetNamedPipeHandleState(handle_, &mode, nullptr, nullptr) != 0;
    }

    void work() override {
        ::AcquireSRWLockExclusive(&mutex_);
        while (true) {
            while (!closed_ && size_ == 0)
                sleep();
            if (size_ == 0) break;
            // The loop does not use the buffer and the handle while size_ > 0.
            ::ReleaseSRWLockExclusive(&mutex_);
            const DWORD code = write_buffer();
            ::AcquireSRWLockExclusive(&mutex_);
            if (is_pipe_ && !closed_) set_mode(PIPE_NOWAIT);
            size_ = 0;
            if (code != ERROR_SUCCESS) end_ = pipe_error(code);
            if (closed_ || end_) break;
            if (ready_waiter_.call) post_wake();
        }
        if (!closed_ && ready_waiter_.call) post_wake();
        ::ReleaseSRWLockExclusive(&mutex_);
    }

    DWORD write_buffer() {
        if (is_pipe_) set_mode(PIPE_WAIT);
        DWORD code = ERROR_SUCCESS;
        for (std::size_t sent = 0; sent < size_ && code == ERROR_SUCCESS;) {
            DWORD written = 0;
            if (::WriteFile(handle_, buffer_.data() + sent, static_cast<DWORD>(size_ - sent),
                            &written, nullptr) == 0)
                code = ::GetLastError();
            sent += written;
        }
        return code;
    }

    const bool is_disk_;
    const bool is_pipe_;
    Buffer buffer_;
    std::size_t size_ = 0; // the number of bytes that the thread has to write
};

} // namespace

ReadEnd make_blocking_read_end(asio::io_context& context, NativeHandle handle) {
    return make_read_end(std::make_shared<BlockingReader>(context, handle));
}
WriteEnd make_blocking_write_end(asio::io_context& context, NativeHandle handle) {
    return make_write_end(std::make_shared<BlockingWriter>(context, handle));
}

} // namespace polyglot::io
