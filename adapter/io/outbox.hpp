// Writes to a peer without ever waiting for it.
#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include <boost/asio/posix/stream_descriptor.hpp>

namespace polyglot::io {

// Bytes are written at once as far as the peer takes them; the rest queues and goes out when the peer reads again.
class Outbox {
  public:
    // on_progress: the peer has read, and the queue is shorter or empty. on_error: the peer is gone, nothing more will
    // be written. Neither may destroy this object.
    Outbox(boost::asio::posix::stream_descriptor descriptor, std::function<void()> on_progress,
           std::function<void()> on_error);
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;

    void send(std::string_view bytes);
    std::size_t pending() const { return pending_; } // bytes
    bool failed() const { return failed_; }
    void close();

  private:
    // Queued in pieces, each given back as soon as it is written: one long string would for a moment need its memory
    // twice whenever it grows. As much as a pipe takes at once.
    static constexpr std::size_t piece_bytes = 1 << 16;

    std::size_t write_now(const char* data, std::size_t size);
    void queue(std::string_view bytes);
    void write_queue();
    void drop_queue();
    void wait();
    void fail();

    boost::asio::posix::stream_descriptor descriptor_;
    std::function<void()> on_progress_;
    std::function<void()> on_error_;
    std::deque<std::string> queue_;
    std::size_t written_ = 0; // of its first piece
    std::size_t pending_ = 0;
    bool waiting_ = false;
    bool failed_ = false;
};

} // namespace polyglot::io
