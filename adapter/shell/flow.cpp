#include "adapter/shell/flow.hpp"

namespace polyglot::io {
namespace {

// Output that readers have not read, in addition to what a pipe holds (64 KiB). At this limit the
// GUI reads slower than the engine writes, and the engine is not read from until half of it has
// been read …
constexpr std::size_t congested_bytes = 64 << 10;
// … unless infos are left out for the GUI. With this much output that must not be dropped, nothing
// is read.
constexpr std::size_t most_unread_bytes = 4 << 20;
// If the engine has not read this much, the GUI is not read from.
constexpr std::size_t most_untaken_bytes = 1 << 20;
// An event with this much output belongs to a flood, beside whose cost that of trimming the heap
// does not count.
constexpr std::size_t flood_bytes = 32 << 10;

} // namespace

bool Flow::is_full() const {
    return gui_out_.pending() > most_unread_bytes;
}

// The session has to know of it for as long as the engine waits for the GUI: otherwise a GUI that
// stops reading halfway would stop the engine forever, which would count as hung.
bool Flow::is_congested() const {
    return gui_out_.pending() > (congested_ ? congested_bytes / 2 : congested_bytes);
}

std::optional<bool> Flow::take_news(session::TimePoint now) {
    const bool congested = is_congested();
    if (congested == congested_ && (!congested || now - reported_ < session::GuiReading::pause))
        return std::nullopt;
    congested_ = congested;
    reported_ = now;
    had_flood_ = true;
    return congested;
}

// A GUI that writes while it does not read must not be made to wait, because it may wait for the
// adapter; but there is a limit.
bool Flow::gui_must_wait() const {
    return engine_.unread_bytes() > most_untaken_bytes || is_full() || !session_.wants_gui_input();
}

// An engine that has to wait does so until the GUI has read half of the queue.
bool Flow::engine_must_wait() const {
    if (!session_.is_coalescing()) return is_congested();
    return gui_out_.pending() > (engine_paused_ ? most_unread_bytes / 2 : most_unread_bytes);
}

void Flow::balance() {
    engine_paused_ = engine_must_wait();
    gui_in_.pause(gui_must_wait());
    engine_.pause(engine_paused_);
}

void Flow::on_sent(std::size_t bytes) {
    had_flood_ = had_flood_ || bytes >= flood_bytes;
}

// Not between the parts of a flood, where the same memory is needed at once again.
bool Flow::take_end_of_flood() {
    if (!had_flood_ || session_.is_searching() || gui_out_.pending() > 0) return false;
    had_flood_ = false;
    return true;
}

} // namespace polyglot::io
