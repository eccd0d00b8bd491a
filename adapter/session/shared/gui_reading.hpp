// Whether the GUI reads what it is sent.
#pragma once
#include "adapter/session/shared/events.hpp"

#include <chrono>
#include <optional>
#include <utility>

namespace polyglot::session {

// A GUI that reads, however slowly, is sent every line: the engine is not read from while too much waits for the GUI,
// so that it writes no faster than the GUI reads, as without us. A GUI that reads nothing at all (a dialog is open, its
// window is being dragged) would stop the engine's search in that way: it writes into a full pipe, and does not see
// `stop` or its clock. So when the GUI has taken no byte for a second, infos are left out until it has caught up.
//
// That second is counted in looks, each a pause after the one before: on a machine that stood still no time has passed
// for the GUI either, and one look is late but not four.
class GuiReading {
  public:
    static constexpr std::chrono::milliseconds pause{250};
    static constexpr int looks = 4;

    // congested: more waits for the GUI than a pipe holds. True again: the GUI has taken some of it.
    // Returns true if the GUI has caught up after has_stalled().
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
    // deadline() has passed. Returns true if the GUI has stalled now.
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
