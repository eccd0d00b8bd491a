// Whether an engine that thinks or ponders is sent SIGINT before a command (EngineInterrupt). XBoard sends it to every
// engine that has not announced sigint=0. Some of these need it to read the command (GNU Chess 4), and some die of it
// (VICE).
//
// 1. on: always. off: never. auto, the default: as the engine has announced.
// 2. auto, if the engine has announced nothing: a command with an answer goes without a signal, and the engine is
//    signalled once if it has not answered within `patience`. An engine that has answered without a signal is never
//    signalled; one that has answered after a signal is signalled at once from then on; one that has died of it is not
//    signalled again. As long as none of this has happened, the signal precedes a command without an answer, as in
//    XBoard: these are the commands to an engine without ping.
// 3. No signal before it is known what the engine announces, or that it announces nothing: until it has set its
//    handler, SIGINT ends any program (Prophet 4). An engine that was silent after `protover` announces nothing once it
//    objects to a later line, moves or thinks (transcript xboard_engine/late_features_no_sigint.txt).
// What is known of the engine holds for its later processes.
#pragma once
#include "adapter/session/shared/events.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::session {

class Interrupts {
  public:
    static constexpr std::chrono::milliseconds patience{1000};

    explicit Interrupts(std::string_view mode); // a value of EngineInterrupt

    // How the engine shows that it has read a command.
    enum class Answer : std::uint8_t {
        AtOnce, // `?`: its move; any command, if a ping follows: the pong
        Late,   // the opponent's move: its move, when it has thought
        None,
    };
    // The engine is sent a command; announced: the value of its feature sigint. Returns true if it is to be signalled
    // now.
    bool on_command(std::optional<bool> announced, Answer answer, TimePoint now);
    // The engine does what no busy engine does: it answers a command.
    void on_answer();
    // The engine has been sent a search: what it says from now on is not about the last command.
    void on_search();

    std::optional<TimePoint> deadline() const { return signal_at_; }
    bool take_due(TimePoint now); // true: it is to be signalled now

    void on_died(); // after a signal
    void on_new_process();

  private:
    enum class Mode : std::uint8_t { Auto, On, Off };
    enum class Need : std::uint8_t { Unknown, Needed, NotNeeded };

    Mode mode_;
    Need need_ = Need::Unknown; // of an engine that has announced nothing
    std::optional<TimePoint> signal_at_;
    bool awaits_answer_ = false; // to the last command
    bool was_signalled_ = false; // for it
};

} // namespace polyglot::session
