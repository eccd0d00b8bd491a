// The connection to an engine that speaks xboard: lines in either direction, pings, and waits.
//
// 1. After a search was ended, the engine is sent nothing but pings until it answers one
//    (wait_until_quiet): GNU Chess and Phalanx lose lines that come while they leave a search.
//    Moves and thinking until then belong to that search.
// 2. After a command that the engine may not understand, the engine is sent nothing more until its
//    pong, because an objection would come before the pong (wait_for_position).
// 3. An engine without `ping` gets a fixed time instead for rule 1; for rule 2 there is no wait.
// 4. At most one wait is pending; a later wait replaces it.
// 5. SIGINT follows the rules of Interrupts. While the engine may still be starting, an interrupt
//    is only noted, because the engine may not have set its handler yet. A noted one is sent when
//    the engine has started, at the latest when StartTimeout is over, unless a line proves that
//    the command was read. An objection or a pong to an earlier line proves nothing: the engine may
//    begin to think after it, and read no more.
// Tests: connection_test.cpp, xboard_engine/late_features*.txt, version1_*.txt.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/shared/engine_reply.hpp"
#include "adapter/session/shared/events.hpp"
#include "adapter/session/xboard_engine/interrupts.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::session {

// What the parts of the engine side need of the engine's process.
class ProcessControl {
  public:
    virtual void send(std::string_view line) = 0;
    virtual void interrupt() = 0; // SIGINT
    // Starts another process. On return every part has forgotten the old one.
    virtual void restart(std::string_view why) = 0;
    virtual void note(std::string_view text) = 0; // for the log
    virtual TimePoint now() const = 0;

  protected:
    ProcessControl() = default;
    ProcessControl(const ProcessControl&) = default;
    ProcessControl& operator=(const ProcessControl&) = default;
    ~ProcessControl() = default;
};

class Connection {
  public:
    enum class Due : std::uint8_t { Nothing, WaitOver, NoPong };

    // interrupt_mode is a value of EngineInterrupt.
    explicit Connection(ProcessControl& process, std::string_view interrupt_mode = "auto")
        : process_(process), interrupts_(interrupt_mode) {}

    void send(std::string_view line) { process_.send(line); }
    void note(std::string_view text) { process_.note(text); }
    void restart(std::string_view why) { process_.restart(why); }
    TimePoint now() const { return process_.now(); }
    // Call this before a command to a busy engine (rule 5). Every engine answers `?`; an engine
    // with ping answers any other command as well.
    using Answer = Interrupts::Answer;
    void interrupt(Answer answer);
    Answer pong_follows() const { return features_.ping ? Answer::AtOnce : Answer::None; }
    Answer pong_even_if_idle() const { return features_.ping ? Answer::IfIdle : Answer::None; }
    Answer move_follows() const { return features_.ping ? Answer::Late : Answer::None; }
    void on_search() { interrupts_.forget_command(); } // the engine has been sent a search
    void on_died_of_interrupt() { interrupts_.on_died(); }

    // Replies for the GUI side.
    void say(EngineReply reply) { replies_.push_back(std::move(reply)); }
    void say_info(const protocol::UciInfo& info) { say(InfoReply(info)); }
    void tell_user(std::string_view text) { say(NoticeReply{std::string(text)}); }
    void say_readyok() { say(TextReply{protocol::UciReply::ReadyOk, "readyok"}); }
    void say_to_xboard_gui(std::string_view line) { say(RawReply{std::string(line)}); }
    std::optional<EngineReply> take_reply();

    // The features that this process has announced.
    const protocol::XboardFeatures& features() const { return features_; }
    protocol::XboardFeatures& features() { return features_; }
    // The engine has announced all its features, or none will come. Until then it is not
    // interrupted.
    void set_features_known() { has_known_features_ = true; }
    void set_hears_us() { hears_us_ = true; } // it reacted before this connection existed
    // Until then a silent engine that counts as one of version 1 may still be starting. When it has
    // started it reads all lines that it was sent, and an `exit` from an analysis that it did not
    // begin would end it (Prophet).
    void set_may_start_until(TimePoint when) { may_start_until_ = when; }
    std::optional<TimePoint> may_start_until() const {
        return !hears_us_ && may_start_until_ && now() < *may_start_until_ ? may_start_until_
                                                                           : std::nullopt;
    }
    // By then the engine has started and handles SIGINT, even if it has not reacted.
    void set_starts_until(TimePoint when) { starts_until_ = when; }
    // The engine has sent a line; by most lines it shows that it has started (rule 5).
    void on_reaction(const protocol::XboardEngineLine& parsed, std::string_view line);

    void promise_readyok(); // sent when the engine answers a ping
    std::size_t owed_readyoks() const { return owed_readyoks_.size(); }
    int last_ping() const { return last_ping_; }
    // Returns true if the pong ends the wait.
    bool on_pong(int number);

    static constexpr std::chrono::seconds quiet_grace{4};
    void wait_until_quiet(std::chrono::milliseconds grace = quiet_grace);
    // Returns false if there is no wait, because the engine has no ping.
    bool wait_for_position();
    void end_wait() { wait_.reset(); }
    bool is_waiting() const { return wait_.has_value(); }
    bool is_quiet() const { return !wait_ || wait_->reason != For::Quiet; }

    // may_ask: only a pong is awaited, so the engine may be asked again. Some engines move at any
    // input while they search.
    std::optional<TimePoint> deadline(bool may_ask) const;
    Due on_timeout();
    void ask_again_if_due();
    void say_overdue_readyoks();

    void forget_process(); // its pending answers will not come
    void on_new_process();
    // The new process has announced nothing, so the features of the last one apply.
    void recall_features() { features_ = last_features_; }

  private:
    enum class For : std::uint8_t { Quiet, Position };
    struct Wait {
        For reason;
        std::optional<int> pong; // nullopt if only `until` ends the wait
        TimePoint until;
        std::chrono::milliseconds nudge_after = {}; // the ping is repeated at growing intervals
        TimePoint nudge_at = TimePoint::max();
    };
    int ping();
    void nudge();
    bool has_started() const {
        return (hears_us_ && has_known_features_) || (starts_until_ && now() >= *starts_until_);
    }
    bool answers_command(const protocol::XboardEngineLine& parsed) const;
    std::optional<TimePoint> noted_due() const;
    std::optional<bool> announced_sigint() const {
        return features_.sigint_known ? std::optional(features_.sigint) : std::nullopt;
    }

    ProcessControl& process_;
    protocol::XboardFeatures features_;
    protocol::XboardFeatures last_features_; // of the last process
    Interrupts interrupts_;
    bool has_known_features_ = false;
    bool hears_us_ = false;
    std::optional<TimePoint> may_start_until_;
    std::optional<TimePoint> starts_until_;
    std::optional<Answer> noted_interrupt_;  // rule 5
    std::optional<TimePoint> send_noted_at_; // set when the engine reads, and may become busy
    int ping_before_command_ = 0;            // the last one before the interrupted command
    std::deque<EngineReply> replies_;
    std::optional<Wait> wait_;
    int last_ping_ = 0;
    std::deque<int> owed_readyoks_; // the pings that were sent for an isready
    TimePoint readyok_by_{};
    // The interval of repeated pings for the owed readyoks; it grows.
    std::chrono::milliseconds ask_again_after_{};
    TimePoint ask_again_at_ = TimePoint::max();
};

} // namespace polyglot::session
