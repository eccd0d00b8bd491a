// Decides whether the GUI reads what it is sent.
#pragma once
#include "adapter/session/shared/events.hpp"

#include <chrono>
#include <optional>
#include <utility>

namespace polyglot::session {

// A GUI that reads, however slowly, is sent every line. While too much waits for the GUI the engine
// is not read from, so that it writes no faster than the GUI reads, as it would without the
// adapter. A GUI that reads nothing at all (a dialog is open, its window is being dragged) would
// stop the engine's search in that way: it writes into a full pipe, and does not see `stop` or its
// clock. So when the GUI has taken no byte for a second, infos are left out until it has caught up.
//
// That second is counted in looks with a pause between them. On a machine that was suspended no
// time has passed for the GUI either; then one look is late, but not four.
class GuiReading {
  public:
    static constexpr std::chrono::milliseconds pause{250};
    static constexpr int looks = 4;

    // congested: more output waits for the GUI than a pipe holds. It is reported again when the GUI
    // has taken some of it. Returns true if the GUI has caught up after has_stalled().
    bool on_congested(bool congested, TimePoint now) {
        if (!congested) {
            next_look_.reset();
            return std::exchange(stalled_, false);
        }
        if (!stalled_) {
            left_ = looks;
            next_look_ = now + pause;
        }
        return false;
    }
    std::optional<TimePoint> deadline() const { return next_look_; }
    // Call this when deadline() has passed. Returns true if the GUI counts as stalled from now
    // on.
    bool on_timeout(TimePoint now) {
        if (--left_ > 0) {
            next_look_ = now + pause;
            return false;
        }
        next_look_.reset();
        stalled_ = true;
        return true;
    }
    bool has_stalled() const { return stalled_; }

  private:
    std::optional<TimePoint> next_look_;
    int left_ = 0;
    bool stalled_ = false;
};

} // namespace polyglot::session
