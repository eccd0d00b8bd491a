// Whether an engine that thinks or ponders is sent SIGINT before a command (EngineInterrupt). XBoard sends it to every
// engine that has not announced sigint=0. Some of these need it to read the command (GNU Chess 4), and some die of it
// (VICE).
//
// 1. on: always. off: never. auto, the default: as the engine has announced.
// 2. auto, if the engine has announced nothing: the command goes without a signal. The engine is signalled once if it has
//    not answered within `patience`; after a command without an answer, if it goes on thinking `busy_grace` later. An
//    engine that has answered without a signal is never signalled; one that has answered after a signal is signalled at
//    once from then on; one that has died of it is not signalled again.
// 3. No signal before it is known what the engine announces, or that it announces nothing: until it has set its handler,
//    SIGINT ends any program (Prophet 4).
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
    static constexpr std::chrono::milliseconds busy_grace{200};

    explicit Interrupts(std::string_view mode); // a value of EngineInterrupt

    // The engine is sent a command; announced: the value of its feature sigint. Returns true if it is to be signalled
    // now. is_answered: the command has an answer that comes at once, such as a move, a pong.
    bool on_command(std::optional<bool> announced, bool is_answered, TimePoint now);
    // The engine does what no busy engine does: it answers a command.
    void on_answer();
    void on_thinking(TimePoint now); // it shows that it thinks
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
    TimePoint commanded_at_{};
    bool was_signalled_ = false; // for it
};

} // namespace polyglot::session
