// Writes to a peer without ever waiting for it. Test: outbox_byte_source_test.cpp.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

// Bytes are written at once as far as the peer takes them; the rest is queued and written when the
// peer reads again.
class Outbox {
  public:
    // on_progress is called when the peer has read, so that the queue is shorter or empty; on_error
    // when the peer is gone, after which nothing is written. Neither may destroy this object.
    Outbox(WriteEnd end, std::function<void()> on_progress, std::function<void()> on_error);
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;

    void send(std::string_view bytes);
    std::size_t pending() const { return failed_ ? 0 : pending_ + pipe_.unsent(); } // bytes
    bool failed() const { return failed_; }
    void give_back() { spare_.clear(); } // frees memory that is kept for the next flood
    void close();

  private:
    // The queue consists of pieces, each of which is freed as soon as it is written, because one
    // long string needs its memory twice whenever it grows. A piece has the size that a pipe takes
    // at once.
    static constexpr std::size_t piece_bytes = 1 << 16;
    // This many pieces are kept during a flood, because freeing and mapping them again would take
    // longer than filling them.
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
    std::size_t written_ = 0;        // bytes of the first piece of the queue
    std::size_t pending_ = 0;
    bool waiting_ = false;
    bool failed_ = false;
};

} // namespace polyglot::io
