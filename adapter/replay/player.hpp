// A session with a virtual clock and a simulated outside world, fed the lines of a log or a transcript one by one.
#pragma once
#include "adapter/replay/log.hpp"
#include "adapter/session/session.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

using Steps = std::vector<const Step*>;
Steps all_of(const std::vector<Step>& steps);

class ReplayPlayer {
  public:
    // Takes the settings from the steps, wherever they stand.
    explicit ReplayPlayer(const Steps& steps);
    ~ReplayPlayer();

    // What the world says to the input that is fed next: "? …".
    void answer(std::string_view answer);
    // One input. Its time is the log's; without one it comes a millisecond after the last, and a timeout when it is
    // due. False: it is a timeout, and none is due.
    bool feed(std::string_view input, std::optional<session::TimePoint> time = std::nullopt);

    const std::vector<std::string>& lines() const; // all that was logged so far and counts, inputs and outputs
    const std::vector<std::string>& notes() const; // the notes, for a human
    session::Session& session();
    session::TimePoint now() const;
    bool exited() const;
    bool awaits_start() const; // a new engine process has been asked for, and has not been started
    bool results_wait() const; // "! results due" is to come now
    const std::set<std::string>& remarks() const;
    // What went out really is what the log says. Empty, or what is wrong.
    std::string check_output() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::tools
