// Our end of a pipe, terminal or file, read or written without ever waiting. The same contract on every system: the
// readiness model of POSIX, which Windows gets by one buffer for each end (pipe_end_windows.cpp).
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/system/error_code.hpp>

namespace polyglot::io {

// Called from the io_context. operation_aborted: the end was closed, and its owner may be gone.
using WhenReady = std::function<void(boost::system::error_code)>;

// Movable. close(), or the destructor, ends each wait with operation_aborted.
class ReadEnd {
  public:
    struct Impl;
    explicit ReadEnd(std::unique_ptr<Impl> impl);
    ReadEnd(ReadEnd&&) noexcept;
    ReadEnd& operator=(ReadEnd&&) noexcept;
    ~ReadEnd();

    // Reads what is there, at most size bytes (at least 1). would_block: nothing is there; eof or another error:
    // nothing will come any more.
    std::size_t read_some(char* data, std::size_t size, boost::system::error_code& error);
    // One wait at a time: until read_some() gives bytes or an end.
    void async_wait(WhenReady when_ready);
    // One wait at a time: until the peer has closed its end. An error: this cannot be seen here.
    void async_wait_hang_up(WhenReady when_hung_up);
    boost::asio::any_io_executor get_executor() const;
    void close();

  private:
    std::unique_ptr<Impl> impl_;
};

// Movable. What is written must be sent by the owner only as far as write_some() takes it.
class WriteEnd {
  public:
    struct Impl;
    explicit WriteEnd(std::unique_ptr<Impl> impl);
    WriteEnd(WriteEnd&&) noexcept;
    WriteEnd& operator=(WriteEnd&&) noexcept;
    ~WriteEnd();

    // Takes as much as there is room for; would_block: none now; another error: the peer is gone.
    std::size_t write_some(std::string_view bytes, boost::system::error_code& error);
    // Bytes that write_some() has taken and the system has not. Always 0 on POSIX.
    std::size_t unsent() const;
    // One wait at a time: until write_some() takes bytes or gives an error, and nothing is unsent.
    void async_wait(WhenReady when_ready);
    void close();

  private:
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::io
