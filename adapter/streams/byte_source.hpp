// Reads a pipe, terminal or file as bytes arrive. Test: outbox_byte_source_test.cpp.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace polyglot::io {

class ByteSource {
  public:
    // on_bytes is called with a non-empty chunk and returns how many bytes it consumed (at least
    // 1). The remainder is passed again, after the pause if the callback has called pause(). on_end
    // is called once, at end of file or error. Neither may destroy this object.
    ByteSource(ReadEnd end, std::function<std::size_t(std::string_view)> on_bytes,
               std::function<void()> on_end);
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    void start();
    // While paused nothing is read, so the peer's pipe fills and the peer waits. If the peer exits
    // meanwhile, the rest, at most the content of its pipe, is read all the same, so that its end
    // is noticed.
    void pause(bool paused);
    bool paused() const { return paused_; }
    void on_peer_gone(); // the peer has ended, which some pipes show only when they are read
    // At most the content of a pipe is still to come, and pausing has no effect.
    bool hung_up() const { return hung_up_; }
    bool ended() const { return ended_; }
    void close();

    // Passes on pending bytes at once, without waiting, unless paused. It is meant for the last
    // output of a process that has ended.
    void drain();

  private:
    void wait();
    void watch_hang_up();
    void end_pause();
    void read_available();
    bool read_some();
    void end();

    ReadEnd pipe_;
    std::function<std::size_t(std::string_view)> on_bytes_;
    std::function<void()> on_end_;
    std::array<char, 65536> buffer_; // the size of a pipe
    // The bytes in it that the callback has not taken yet.
    std::string_view rest_;
    bool was_full_ = false; // when it was last filled
    // Lives as long as this object.
    std::shared_ptr<const char> alive_ = std::make_shared<const char>('\0');
    bool waiting_ = false;
    bool posted_ = false;
    bool watching_ = false;
    bool shows_hang_up_ = true;
    bool hung_up_ = false;
    bool paused_ = false;
    bool ended_ = false;
};

} // namespace polyglot::io
