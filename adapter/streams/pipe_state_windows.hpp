// The states of a pipe end on Windows. They live until the end is closed and neither the system nor
// a thread uses their memory any more.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/system/error_code.hpp>

namespace polyglot::io {

// The functions have the contracts of ReadEnd. After close() only handlers of operations that the
// state has begun are still called.
class ReadState {
  public:
    ReadState() = default;
    ReadState(const ReadState&) = delete;
    ReadState& operator=(const ReadState&) = delete;
    virtual ~ReadState() = default;
    virtual std::size_t read_some(char* data, std::size_t size,
                                  boost::system::error_code& error) = 0;
    virtual void async_wait(WhenReady when_ready) = 0;
    virtual void async_wait_hang_up(WhenReady when_hung_up) = 0;
    virtual boost::asio::any_io_executor executor() = 0;
    virtual void close() = 0;
};

// The functions have the contracts of WriteEnd.
class WriteState {
  public:
    WriteState() = default;
    WriteState(const WriteState&) = delete;
    WriteState& operator=(const WriteState&) = delete;
    virtual ~WriteState() = default;
    virtual std::size_t write_some(std::string_view bytes, boost::system::error_code& error) = 0;
    virtual std::size_t unsent() = 0;
    virtual void async_wait(WhenReady when_ready) = 0;
    virtual void close() = 0;
};

ReadEnd make_read_end(std::shared_ptr<ReadState> state);
WriteEnd make_write_end(std::shared_ptr<WriteState> state);

// Converts a value of GetLastError(); eof means that the other end of the pipe has been closed.
boost::system::error_code pipe_error(unsigned long code);

} // namespace polyglot::io
