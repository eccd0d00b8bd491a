// Writes to a peer without ever waiting for it.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include <boost/asio/posix/stream_descriptor.hpp>

namespace polyglot::io {

// Bytes are written at once as far as the peer takes them; the rest queues and goes out when the peer reads again.
class Outbox {
  public:
    // on_drained: the queue has become shorter than low_water again. on_error: the peer is gone, nothing more will be
    // written. Neither may destroy this object.
    Outbox(boost::asio::posix::stream_descriptor descriptor, std::function<void()> on_drained,
           std::function<void()> on_error);
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;

    void send(std::string_view bytes);
    std::size_t pending() const { return queue_.size() - written_; } // bytes
    bool over_high_water() const { return pending() > high_water; }  // stop making more
    bool failed() const { return failed_; }
    void close();

  private:
    static constexpr std::size_t high_water = 1 << 20; // bytes
    static constexpr std::size_t low_water = 1 << 18;

    std::size_t write_now(const char* data, std::size_t size);
    void wait();
    void fail();

    boost::asio::posix::stream_descriptor descriptor_;
    std::function<void()> on_drained_;
    std::function<void()> on_error_;
    std::string queue_;
    std::size_t written_ = 0; // of queue_
    bool waiting_ = false;
    bool failed_ = false;
};

} // namespace polyglot::io
