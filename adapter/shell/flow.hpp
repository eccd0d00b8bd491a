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
    bool is_full() const;
    // Returns true if the GUI has begun to read slower than the engine writes.
    bool is_congestion_new() const { return is_congested() && !congested_; }
    // Returns what the session has to be told: that the queue to the GUI has become long or short
    // again, or (true again, from time to time) that the GUI has taken some of a long one.
    std::optional<bool> take_news(session::TimePoint now);

    void on_sent(std::size_t bytes); // at once, because of one event
    // Returns true once after the searches of each flood, when the GUI has read it: its memory is
    // not needed any more.
    bool take_end_of_flood();

  private:
    bool is_congested() const;
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
