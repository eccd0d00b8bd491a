#include "adapter/shell/flow.hpp"

namespace polyglot::io {

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

// Not between the parts of a flood, where the same memory is needed at once again.
bool Flow::is_flood_over() {
    if (session_.is_searching() || gui_out_.pending() > 0) return false;
    had_flood_ = false;
    return true;
}

} // namespace polyglot::io
