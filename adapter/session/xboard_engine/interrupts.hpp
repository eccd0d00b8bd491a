// Decides whether an engine that thinks or ponders is sent SIGINT before a command
// (EngineInterrupt). XBoard sends it to every engine that has not announced sigint=0. Some of these
// need it to read the command (GNU Chess 4), and some die of it (VICE).
//
// 1. With `on` it is always sent, with `off` never; with `auto`, the default, as the engine has
//    announced.
// 2. With `auto`, if the engine has announced nothing, a command with an answer is sent without a
//    signal, and the engine is signalled if it has not answered within `patience`, and again after
//    pauses that double, because it may have begun to think after the first signal. A busy engine
//    that has answered without a signal is never signalled, unless one for an earlier command may
//    be the reason; one that has answered after a signal is signalled at once from then on; one
//    that has died of a signal is not signalled again. As long as none of this has happened, the
//    signal precedes a command without an answer, as in XBoard: these are the commands to an engine
//    without ping. A move soon after `?` may have been on its way, so that the need stays doubtful:
//    only `patience` becomes `long_patience`.
// 3. No signal is sent before it is known what the engine announces, or that it announces nothing:
//    until a program has set its handler, SIGINT ends it (Prophet 4). An engine that was silent
//    after `protover` announces nothing once it objects to a later line, moves or thinks, or when
//    StartTimeout is over (transcripts xboard_engine/late_features_no_sigint.txt,
//    version1_silent_interrupt.txt).
// What is known about the engine holds for its later processes.
// Transcripts: xboard_engine/interrupt_*.txt, version1_*interrupt.txt, version1_objects_late.txt.
#pragma once
#include "adapter/session/shared/events.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::session {

class Interrupts {
  public:
    // long_patience is shorter than the waits for a move after `?` (2 s) and for a pong (4 s). Both
    // end in a restart of the engine.
    static constexpr std::chrono::milliseconds patience{1000}, long_patience{1500}, prompt{200};
    static constexpr int most_signals = 3; // for one command

    explicit Interrupts(std::string_view mode); // a value of EngineInterrupt

    // How the engine shows that it has read a command.
    enum class Answer : std::uint8_t {
        AtOnce, // it moves after `?`, or answers the ping that follows
        IfIdle, // the same, but it may be idle: not every `hard` engine ponders, or it has ended its
                // search, by a move that is refused, a claim or a resignation
        Late,   // it answers the opponent's move when it has thought; an option has no answer
        None,
    };
    // The engine is sent a command. announced is the value of its feature sigint. Returns true if
    // it is to be signalled now.
    bool on_command(std::optional<bool> announced, Answer answer, TimePoint now);
    // The engine has answered the command.
    void on_answer();
    // The engine has moved, claimed a result or resigned; later than `prompt` after the command it
    // may have done so by itself.
    void on_work_ended(TimePoint now);
    bool awaits_answer() const { return awaits_answer_; }
    // The engine's next lines say nothing about the last command: it has been sent a search since,
    // or was idle when it read the command.
    void forget_command();

    std::optional<TimePoint> deadline() const { return signal_at_; }
    bool take_due(TimePoint now); // returns true if it is to be signalled now

    void on_died(); // it has ended after a signal
    void on_new_process();

  private:
    enum class Mode : std::uint8_t { Auto, On, Off };
    enum class Need : std::uint8_t { Unknown, Needed, Doubtful, NotNeeded };
    void end_wait(Need finding);

    Mode mode_;
    Need need_ = Need::Unknown; // for an engine that has announced nothing
    std::optional<TimePoint> signal_at_;
    bool awaits_answer_ = false; // to the last command
    bool may_be_idle_ = false;   // when that came
    TimePoint sent_at_ = {};     // that
    int signals_ = 0;            // for that command
    // The last signal, which may have been for an earlier command.
    std::optional<TimePoint> signalled_at_;
};

} // namespace polyglot::session
