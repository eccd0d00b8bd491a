// Writes to a peer without ever waiting for it.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

// Bytes are written at once as far as the peer takes them; the rest queues and goes out when the peer reads again.
class Outbox {
  public:
    // on_progress: the peer has read, and the queue is shorter or empty. on_error: the peer is gone, nothing more will
    // be written. Neither may destroy this object.
    Outbox(WriteEnd end, std::function<void()> on_progress, std::function<void()> on_error);
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;

    void send(std::string_view bytes);
    std::size_t pending() const { return failed_ ? 0 : pending_ + pipe_.unsent(); } // bytes
    bool failed() const { return failed_; }
    void give_back() { spare_.clear(); } // memory that is kept for the next flood
    void close();

  private:
    // Queued in pieces, each given back as soon as it is written: one long string would for a moment need its memory
    // twice whenever it grows. As much as a pipe takes at once.
    static constexpr std::size_t piece_bytes = 1 << 16;
    // Pieces kept while a flood goes on: to free and to map them anew for each would cost more than to fill them.
    static constexpr std::size_t most_spare = 4;

    std::size_t write_now(const char* data, std::size_t size);
    void queue(std::string_view bytes);
    void add_piece();
    void drop_piece();
    void write_queue();
    void drop_queue();
    void wait();
    void fail();

    WriteEnd pipe_;
    std::function<void()> on_progress_;
    std::function<void()> on_error_;
    std::deque<std::string> queue_;
    std::vector<std::string> spare_; // empty
    std::size_t written_ = 0;        // of its first piece
    std::size_t pending_ = 0;
    bool waiting_ = false;
    bool failed_ = false;
};

} // namespace polyglot::io
