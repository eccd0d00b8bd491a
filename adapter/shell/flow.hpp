// Bounds the memory for what the GUI and the engine have not read: a peer that fills a queue is not
// read from until the reader of that queue has emptied it. docs/ARCHITECTURE.md has the table of
// limits. Test: tests/e2e/test_flow.py.
#pragma once
#include "adapter/engine/engine_host.hpp"
#include "adapter/session/session.hpp"
#include "adapter/streams/byte_source.hpp"
#include "adapter/streams/outbox.hpp"

#include <cstddef>
#include <optional>

namespace polyglot::io {

class Flow {
  public:
    Flow(const session::Session& session, ByteSource& gui_in, Outbox& gui_out, EngineHost& engine)
        : session_(session), gui_in_(gui_in), gui_out_(gui_out), engine_(engine) {}

    // Lets each peer write, or makes it wait.
    void balance();
    // Returns true if so much is unread that input of the GUI which cannot be made to wait is to be
    // left out.
    bool is_full() const { return gui_out_.pending() > most_unread_bytes; }
    // Returns true if the GUI has begun to read slower than the engine writes.
    bool is_congestion_new() const { return is_congested() && !congested_; }
    // Returns true if the GUI reads slower than the engine writes, or did when news was last taken:
    // otherwise there is none.
    bool can_have_news() const { return congested_ || is_congested(); }
    // Returns what the session has to be told: that the queue to the GUI has become long or short
    // again, or (true again, from time to time) that the GUI has taken some of a long one.
    std::optional<bool> take_news(session::TimePoint now);

    // This number of bytes was sent at once, because of one event.
    void on_sent(std::size_t bytes) { had_flood_ = had_flood_ || bytes >= flood_bytes; }
    // Returns true once after the searches of each flood, when the GUI has read it: its memory is
    // not needed any more.
    bool take_end_of_flood() { return had_flood_ && is_flood_over(); }

  private:
    // Output that readers have not read, in addition to what a pipe holds (64 KiB). At this limit
    // the GUI reads slower than the engine writes, and the engine is not read from until half of it
    // has been read …
    static constexpr std::size_t congested_bytes = 64 << 10;
    // … unless infos are left out for the GUI. With this much output that must not be dropped,
    // nothing is read.
    static constexpr std::size_t most_unread_bytes = 4 << 20;
    // If the engine has not read this much, the GUI is not read from.
    static constexpr std::size_t most_untaken_bytes = 1 << 20;
    // An event with this much output belongs to a flood, beside whose cost that of trimming the
    // heap does not count.
    static constexpr std::size_t flood_bytes = 32 << 10;

    bool is_flood_over();
    // The session has to know of it for as long as the engine waits for the GUI: otherwise a GUI
    // that stops reading halfway would stop the engine forever, which would count as hung.
    bool is_congested() const {
        return gui_out_.pending() > (congested_ ? congested_bytes / 2 : congested_bytes);
    }
    bool gui_must_wait() const;
    bool engine_must_wait() const;

    const session::Session& session_;
    ByteSource& gui_in_;
    Outbox& gui_out_;
    EngineHost& engine_;
    bool congested_ = false;      // as the session knows
    session::TimePoint reported_; // when this was last reported to it
    bool engine_paused_ = false;  // because the GUI is congested
    bool had_flood_ = false;      // and its memory is still kept
};

} // namespace polyglot::io
