// The adapter's end of a pipe, terminal or file, which is read or written without ever waiting. The
// contract is the same on every system: the readiness model of POSIX, which is implemented on
// Windows by one buffer for each end (pipe_end_windows.cpp).
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/system/error_code.hpp>

namespace polyglot::io {

// Called from the io_context. operation_aborted means that the end was closed, and its owner may be
// gone.
using WhenReady = std::function<void(boost::system::error_code)>;

// Movable. close(), or the destructor, ends each wait with operation_aborted.
class ReadEnd {
  public:
    struct Impl;
    explicit ReadEnd(std::unique_ptr<Impl> impl);
    ReadEnd(ReadEnd&&) noexcept;
    ReadEnd& operator=(ReadEnd&&) noexcept;
    ~ReadEnd();

    // Reads the available bytes, at most size (which is at least 1). The error is would_block if
    // there are none now; eof or another error if no more will come.
    std::size_t read_some(char* data, std::size_t size, boost::system::error_code& error);
    // Waits until read_some() gives bytes or an end. One wait at a time.
    void async_wait(WhenReady when_ready);
    // Waits until the peer has closed its end. One wait at a time. An error means that this cannot
    // be detected here.
    void async_wait_hang_up(WhenReady when_hung_up);
    boost::asio::any_io_executor get_executor() const;
    void close();

  private:
    std::unique_ptr<Impl> impl_;
};

// Movable. The owner keeps the bytes that write_some() has not taken.
class WriteEnd {
  public:
    struct Impl;
    explicit WriteEnd(std::unique_ptr<Impl> impl);
    WriteEnd(WriteEnd&&) noexcept;
    WriteEnd& operator=(WriteEnd&&) noexcept;
    ~WriteEnd();

    // Takes as many bytes as there is room for. The error is would_block if there is no room now;
    // another one if the peer is gone.
    std::size_t write_some(std::string_view bytes, boost::system::error_code& error);
    // Returns the number of bytes that write_some() has taken and the system has not. Always 0 on
    // POSIX.
    std::size_t unsent() const;
    // Waits until write_some() takes bytes or gives an error, and nothing is unsent. One wait at a
    // time.
    void async_wait(WhenReady when_ready);
    void close();

  private:
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::io
