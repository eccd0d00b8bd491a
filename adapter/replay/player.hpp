// Plays a session with a virtual clock and a simulated outside world; it is fed the lines of a log
// or a transcript one by one.
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
    // Takes the settings from the steps, in any place.
    explicit ReplayPlayer(const Steps& steps);
    ~ReplayPlayer();

    // Adds an answer of the outside world to the input that is fed next: "? …".
    void answer(std::string_view answer);
    // Feeds one input, at the time of the log. Without a time, the input comes a millisecond after
    // the last one, and a timeout when it is due. Returns false for a timeout if none is due.
    bool feed(std::string_view input, std::optional<session::TimePoint> time = std::nullopt);

    const std::vector<std::string>& lines() const; // the inputs and outputs logged so far
    const std::vector<std::string>& notes() const; // these are not compared
    session::Session& session();
    session::TimePoint now() const;
    bool exited() const;
    bool awaits_start() const; // a new engine process is wanted, and has not been started
    bool results_wait() const; // "! results due" is to be fed now
    const std::set<std::string>& remarks() const;
    // Compares the lines that were sent with those that were logged. Returns the difference; empty
    // if there is none.
    std::string check_output() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::tools
