#ifdef _WIN32
#include "adapter/streams/pipe_end_windows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <windows.h>

#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/windows/overlapped_ptr.hpp>
#include <boost/asio/windows/stream_handle.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t buffer_bytes = 1 << 16; // as much as a pipe of POSIX holds

error_code system_error(DWORD code) {
    // The other end of the pipe has been closed, or a console's Ctrl-Z.
    if (code == ERROR_BROKEN_PIPE || code == ERROR_HANDLE_EOF) return asio::error::eof;
    return {static_cast<int>(code), boost::system::system_category()};
}

} // namespace

struct ReadEnd::Impl {
    virtual ~Impl() = default;
    virtual std::size_t read_some(char* data, std::size_t size, error_code& error) = 0;
    virtual void async_wait(WhenReady when_ready) = 0;
    virtual asio::any_io_executor executor() const = 0;
    virtual void close() = 0;
};

struct WriteEnd::Impl {
    virtual ~Impl() = default;
    virtual std::size_t write_some(std::string_view bytes, error_code& error) = 0;
    virtual std::size_t unsent() const = 0;
    virtual void async_wait(WhenReady when_ready) = 0;
    virtual void close() = 0;
};

namespace {

// The state outlives the end that was closed, until the system has answered its last operation.
class OverlappedReader : public std::enable_shared_from_this<OverlappedReader> {
  public:
    OverlappedReader(asio::io_context& context, HANDLE handle) : handle_(context, handle) {}

    std::size_t read_some(char* data, std::size_t size, error_code& error) {
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

    void async_wait(WhenReady when_ready) {
        waiting_ = std::move(when_ready);
        if (left_.empty() && !end_) {
            fetch();
            if (left_.empty() && !end_) return; // on_read() follows
        }
        asio::post(handle_.get_executor(), [self = shared_from_this()] { self->wake({}); });
    }

    asio::any_io_executor executor() { return handle_.get_executor(); }

    void close() {
        error_code ignored;
        handle_.close(ignored);    // ends a read with operation_aborted
        if (in_flight_ == nullptr) // nothing will wake a waiter but this
            asio::post(handle_.get_executor(),
                       [self = shared_from_this()] { self->wake(asio::error::operation_aborted); });
    }

  private:
    // Asks for bytes unless that has been done, and takes what has come since.
    void fetch() {
        if (in_flight_ == nullptr) begin_read();
        if (in_flight_ == nullptr || !HasOverlappedIoCompleted(in_flight_)) return;
        DWORD size = 0;
        const bool read = ::GetOverlappedResult(handle_.native_handle(), in_flight_, &size, FALSE) != 0;
        take(read ? error_code() : system_error(::GetLastError()), size);
    }

    void begin_read() {
        const std::uint64_t number = ++last_read_;
        asio::windows::overlapped_ptr operation(
            handle_.get_executor(), [self = shared_from_this(), number](error_code error, std::size_t size) {
                self->on_read(number, error, size);
            });
        if (::ReadFile(handle_.native_handle(), buffer_.data(), static_cast<DWORD>(buffer_.size()), nullptr,
                       operation.get()) == 0 &&
            ::GetLastError() != ERROR_IO_PENDING) {
            end_ = system_error(::GetLastError());
            return; // the operation is destroyed, its handler is not called
        }
        in_flight_ = operation.release();
    }

    // The read that is in flight has ended.
    void take(error_code error, std::size_t size) {
        in_flight_ = nullptr;
        if (error == asio::error::broken_pipe || error.value() == ERROR_BROKEN_PIPE) error = asio::error::eof;
        if (error) end_ = error;
        left_ = {buffer_.data(), size};
    }

    void on_read(std::uint64_t number, error_code error, std::size_t size) {
        if (number == last_read_ && in_flight_ != nullptr) take(error, size); // else fetch() was first
        wake(error == asio::error::operation_aborted ? error : error_code());
    }

    void wake(error_code error) {
        if (left_.empty() && !end_ && !error) return; // what came has been read meanwhile; the next read wakes it
        if (const WhenReady waiting = std::exchange(waiting_, nullptr)) waiting(error);
    }

    asio::windows::stream_handle handle_;
    std::array<char, buffer_bytes> buffer_;
    std::string_view left_; // of it
    error_code end_;        // nothing comes after left_
    OVERLAPPED* in_flight_ = nullptr;
    std::uint64_t last_read_ = 0;
    WhenReady waiting_;
};

class OverlappedWriter : public std::enable_shared_from_this<OverlappedWriter> {
  public:
    OverlappedWriter(asio::io_context& context, HANDLE handle) : handle_(context, handle) {}

    std::size_t write_some(std::string_view bytes, error_code& error) {
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

    std::size_t unsent() {
        collect();
        return in_flight_ == nullptr ? 0 : size_;
    }

    void async_wait(WhenReady when_ready) {
        waiting_ = std::move(when_ready);
        collect();
        if (in_flight_ == nullptr) asio::post(handle_.get_executor(), [self = shared_from_this()] { self->wake({}); });
    }

    void close() {
        error_code ignored;
        handle_.close(ignored);
        if (in_flight_ == nullptr)
            asio::post(handle_.get_executor(),
                       [self = shared_from_this()] { self->wake(asio::error::operation_aborted); });
    }

  private:
    void begin_write(std::size_t size) {
        const std::uint64_t number = ++last_write_;
        asio::windows::overlapped_ptr operation(
            handle_.get_executor(),
            [self = shared_from_this(), number](error_code error, std::size_t) { self->on_written(number, error); });
        if (::WriteFile(handle_.native_handle(), buffer_.data(), static_cast<DWORD>(size), nullptr, operation.get()) ==
                0 &&
            ::GetLastError() != ERROR_IO_PENDING) {
            failed_ = system_error(::GetLastError());
            return;
        }
        in_flight_ = operation.release();
        size_ = size;
    }

    // A write that went into the pipe's buffer has ended before its completion is delivered.
    void collect() {
        if (in_flight_ == nullptr || !HasOverlappedIoCompleted(in_flight_)) return;
        DWORD size = 0;
        if (::GetOverlappedResult(handle_.native_handle(), in_flight_, &size, FALSE) == 0)
            failed_ = system_error(::GetLastError());
        in_flight_ = nullptr;
    }

    void on_written(std::uint64_t number, error_code error) {
        if (number == last_write_ && in_flight_ != nullptr) {
            in_flight_ = nullptr;
            if (error) failed_ = error;
        }
        wake(error == asio::error::operation_aborted ? error : error_code());
    }

    void wake(error_code error) {
        if (in_flight_ != nullptr && !error) return;
        if (const WhenReady waiting = std::exchange(waiting_, nullptr)) waiting(error);
    }

    asio::windows::stream_handle handle_;
    std::array<char, buffer_bytes> buffer_;
    error_code failed_;
    OVERLAPPED* in_flight_ = nullptr;
    std::size_t size_ = 0; // of the write in flight
    std::uint64_t last_write_ = 0;
    WhenReady waiting_;
};

// What a thread that waits in ReadFile or WriteFile shares with the loop. `mutex` guards all but the handle.
class BlockingEnd : public std::enable_shared_from_this<BlockingEnd> {
  public:
    BlockingEnd(asio::io_context& context, HANDLE handle) : context_(context), handle_(handle) {}
    virtual ~BlockingEnd() { ::CloseHandle(handle_); }
    BlockingEnd(const BlockingEnd&) = delete;
    BlockingEnd& operator=(const BlockingEnd&) = delete;

    void start() {
        std::thread([self = shared_from_this()] { self->work(); }).detach();
    }

    void async_wait(WhenReady when_ready) {
        const std::lock_guard lock(mutex_);
        waiting_ = std::move(when_ready);
        work_guard_.emplace(context_.get_executor()); // the loop must not end while the thread waits
        if (is_ready()) post_wake();
        turn_.notify_one();
    }

    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        work_guard_.reset(); // here: a context that no longer runs would wait for it when it is destroyed
        post_wake();
        turn_.notify_one();
    }

    asio::any_io_executor executor() { return context_.get_executor(); }

  protected:
    virtual void work() = 0;           // the thread; ends soon after closed_
    virtual bool is_ready() const = 0; // what async_wait() waits for

    // Called with the mutex locked. The context lives as long as the end is not closed.
    void post_wake() {
        asio::post(context_, [self = shared_from_this()] { self->wake(); });
    }

    asio::io_context& context_;
    const HANDLE handle_;
    std::mutex mutex_;
    std::condition_variable turn_; // the thread's
    std::array<char, buffer_bytes> buffer_;
    std::size_t size_ = 0; // bytes in buffer_
    error_code end_;
    bool closed_ = false;

  private:
    void wake() {
        WhenReady waiting;
        bool aborted = false;
        {
            const std::lock_guard lock(mutex_);
            if (!closed_ && !is_ready()) return;
            aborted = closed_;
            waiting = std::exchange(waiting_, nullptr);
            work_guard_.reset();
        }
        if (waiting) waiting(aborted ? error_code(asio::error::operation_aborted) : error_code());
    }

    WhenReady waiting_;
    std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work_guard_;
};

class BlockingReader : public BlockingEnd {
  public:
    using BlockingEnd::BlockingEnd;

    std::size_t read_some(char* data, std::size_t size, error_code& error) {
        const std::lock_guard lock(mutex_);
        const std::size_t taken = std::min(size, size_ - begin_);
        if (taken == 0) {
            error = end_ ? end_ : asio::error::would_block;
            return 0;
        }
        error = {};
        std::memcpy(data, buffer_.data() + begin_, taken);
        begin_ += taken;
        if (begin_ == size_) {
            begin_ = size_ = 0;
            turn_.notify_one();
        }
        return taken;
    }

  private:
    void work() override {
        while (true) {
            {
                std::unique_lock lock(mutex_);
                turn_.wait(lock, [this] { return closed_ || size_ == 0; });
                if (closed_) return;
            }
            DWORD read = 0; // the loop leaves the buffer alone while it is empty
            const bool ok =
                ::ReadFile(handle_, buffer_.data(), static_cast<DWORD>(buffer_.size()), &read, nullptr) != 0;
            const DWORD code = ok ? ERROR_SUCCESS : ::GetLastError();
            const std::lock_guard lock(mutex_);
            if (closed_) return;
            size_ = read;
            if (!ok) end_ = system_error(code);
            // A file ends with 0 bytes, and so does a Unix pipe under Wine; a writer can write 0 bytes to a Windows
            // pipe.
            if (ok && read == 0 && ::PeekNamedPipe(handle_, nullptr, 0, nullptr, nullptr, nullptr) == 0)
                end_ = asio::error::eof;
            if (is_ready()) post_wake();
            if (end_) return;
        }
    }
    bool is_ready() const override { return size_ > 0 || end_; }

    std::size_t begin_ = 0;
};

class BlockingWriter : public BlockingEnd {
  public:
    using BlockingEnd::BlockingEnd;

    std::size_t write_some(std::string_view bytes, error_code& error) {
        const std::lock_guard lock(mutex_);
        if (end_ || size_ > 0) {
            error = end_ ? end_ : asio::error::would_block;
            return 0;
        }
        error = {};
        size_ = std::min(bytes.size(), buffer_.size());
        std::memcpy(buffer_.data(), bytes.data(), size_);
        turn_.notify_one();
        return size_;
    }

    std::size_t unsent() {
        const std::lock_guard lock(mutex_);
        return size_;
    }

  private:
    void work() override {
        while (true) {
            {
                std::unique_lock lock(mutex_);
                turn_.wait(lock, [this] { return closed_ || size_ > 0; });
                if (size_ == 0) return;
            }
            std::size_t sent = 0; // the loop leaves the buffer alone while it is not empty
            DWORD code = ERROR_SUCCESS;
            while (sent < size_ && code == ERROR_SUCCESS) {
                DWORD written = 0;
                if (::WriteFile(handle_, buffer_.data() + sent, static_cast<DWORD>(size_ - sent), &written, nullptr) ==
                    0)
                    code = ::GetLastError();
                sent += written;
            }
            const std::lock_guard lock(mutex_);
            size_ = 0;
            if (code != ERROR_SUCCESS) end_ = system_error(code);
            if (closed_) return;
            post_wake();
            if (end_) return;
        }
    }
    bool is_ready() const override { return size_ == 0; }
};

template <class State>
struct ReadImpl final : ReadEnd::Impl {
    explicit ReadImpl(std::shared_ptr<State> shared) : state(std::move(shared)) {}
    ~ReadImpl() override { state->close(); }
    ReadImpl(const ReadImpl&) = delete;
    ReadImpl& operator=(const ReadImpl&) = delete;
    std::size_t read_some(char* data, std::size_t size, error_code& error) override {
        return state->read_some(data, size, error);
    }
    void async_wait(WhenReady when_ready) override { state->async_wait(std::move(when_ready)); }
    asio::any_io_executor executor() const override { return state->executor(); }
    void close() override { state->close(); }
    std::shared_ptr<State> state;
};

template <class State>
struct WriteImpl final : WriteEnd::Impl {
    explicit WriteImpl(std::shared_ptr<State> shared) : state(std::move(shared)) {}
    ~WriteImpl() override { state->close(); }
    WriteImpl(const WriteImpl&) = delete;
    WriteImpl& operator=(const WriteImpl&) = delete;
    std::size_t write_some(std::string_view bytes, error_code& error) override {
        return state->write_some(bytes, error);
    }
    std::size_t unsent() const override { return state->unsent(); }
    void async_wait(WhenReady when_ready) override { state->async_wait(std::move(when_ready)); }
    void close() override { state->close(); }
    std::shared_ptr<State> state;
};

} // namespace

ReadEnd::ReadEnd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ReadEnd::ReadEnd(ReadEnd&&) noexcept = default;
ReadEnd& ReadEnd::operator=(ReadEnd&&) noexcept = default;
ReadEnd::~ReadEnd() = default;

std::size_t ReadEnd::read_some(char* data, std::size_t size, error_code& error) {
    return impl_->read_some(data, size, error);
}
void ReadEnd::async_wait(WhenReady when_ready) {
    impl_->async_wait(std::move(when_ready));
}
// A pipe shows its end only behind its last byte.
void ReadEnd::async_wait_hang_up(WhenReady when_hung_up) {
    asio::post(impl_->executor(),
               [hung_up = std::move(when_hung_up)] { hung_up(asio::error::operation_not_supported); });
}
asio::any_io_executor ReadEnd::get_executor() const {
    return impl_->executor();
}
void ReadEnd::close() {
    impl_->close();
}

WriteEnd::WriteEnd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WriteEnd::WriteEnd(WriteEnd&&) noexcept = default;
WriteEnd& WriteEnd::operator=(WriteEnd&&) noexcept = default;
WriteEnd::~WriteEnd() = default;

std::size_t WriteEnd::write_some(std::string_view bytes, error_code& error) {
    return impl_->write_some(bytes, error);
}
std::size_t WriteEnd::unsent() const {
    return impl_->unsent();
}
void WriteEnd::async_wait(WhenReady when_ready) {
    impl_->async_wait(std::move(when_ready));
}
void WriteEnd::close() {
    impl_->close();
}

ReadEnd make_overlapped_read_end(asio::io_context& context, NativeHandle handle) {
    return ReadEnd(std::make_unique<ReadImpl<OverlappedReader>>(std::make_shared<OverlappedReader>(context, handle)));
}
WriteEnd make_overlapped_write_end(asio::io_context& context, NativeHandle handle) {
    return WriteEnd(std::make_unique<WriteImpl<OverlappedWriter>>(std::make_shared<OverlappedWriter>(context, handle)));
}
ReadEnd make_blocking_read_end(asio::io_context& context, NativeHandle handle) {
    auto state = std::make_shared<BlockingReader>(context, handle);
    state->start();
    return ReadEnd(std::make_unique<ReadImpl<BlockingReader>>(std::move(state)));
}
WriteEnd make_blocking_write_end(asio::io_context& context, NativeHandle handle) {
    auto state = std::make_shared<BlockingWriter>(context, handle);
    state->start();
    return WriteEnd(std::make_unique<WriteImpl<BlockingWriter>>(std::move(state)));
}

namespace {

[[noreturn]] void throw_last_error() {
    throw std::system_error(static_cast<int>(::GetLastError()), std::system_category(), "pipe");
}

// Anonymous pipes cannot be overlapped: a named one with a name that nobody else can know in time.
ChildPipe make_child_pipe(DWORD our_access, DWORD childs_access) {
    static std::atomic<std::uint32_t> number = 0;
    const std::wstring name =
        L"\\\\.\\pipe\\polyglot." + std::to_wstring(::GetCurrentProcessId()) + L"." + std::to_wstring(++number);
    const HANDLE ours =
        ::CreateNamedPipeW(name.c_str(), our_access | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                           PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1,
                           buffer_bytes, buffer_bytes, 0, nullptr);
    if (ours == INVALID_HANDLE_VALUE) throw_last_error();
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    const HANDLE childs = ::CreateFileW(name.c_str(), childs_access, 0, &inherited, OPEN_EXISTING, 0, nullptr);
    if (childs == INVALID_HANDLE_VALUE) {
        const DWORD code = ::GetLastError();
        ::CloseHandle(ours);
        ::SetLastError(code);
        throw_last_error();
    }
    return {ours, childs};
}

} // namespace

ChildPipe make_pipe_to_child() {
    return make_child_pipe(PIPE_ACCESS_OUTBOUND, GENERIC_READ | FILE_WRITE_ATTRIBUTES);
}

ChildPipe make_pipe_from_child() {
    return make_child_pipe(PIPE_ACCESS_INBOUND, GENERIC_WRITE | FILE_READ_ATTRIBUTES);
}

} // namespace polyglot::io
#endif
