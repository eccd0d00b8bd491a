// The line to an engine that speaks xboard: what is said in either direction, pings, and what has to be waited for.
//
// 1. An engine whose search was ended is sent nothing but pings until it answers one (wait_until_quiet): GNU Chess and
//    Phalanx lose lines that come while they leave a search. Its moves and thinking until then are about that search.
// 2. An engine that may not understand what it was sent is asked nothing more until its pong shows that any objection
//    has come (wait_for_position).
// 3. An engine without `ping` is given a fixed time instead for 1; for 2 there is no wait.
// 4. At most one wait is pending, and a later one replaces it.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/shared/engine_reply.hpp"
#include "adapter/session/shared/events.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::session {

// The engine's process, as the parts of its driver use it.
class EngineProcess {
  public:
    virtual void send(std::string_view line) = 0;
    virtual void interrupt() = 0; // SIGINT
    // Starts another process. When it returns every part has forgotten the old one.
    virtual void restart(std::string_view why) = 0;
    virtual void note(std::string_view text) = 0; // for the log
    virtual TimePoint now() const = 0;

  protected:
    EngineProcess() = default;
    EngineProcess(const EngineProcess&) = default;
    EngineProcess& operator=(const EngineProcess&) = default;
    ~EngineProcess() = default;
};

class Connection {
  public:
    enum class Due : std::uint8_t { Nothing, WaitOver, NoPong };

    explicit Connection(EngineProcess& process) : process_(process) {}

    void send(std::string_view line) { process_.send(line); }
    void note(std::string_view text) { process_.note(text); }
    void restart(std::string_view why) { process_.restart(why); }
    TimePoint now() const { return process_.now(); }
    // Some engines hear nothing while they think unless they are interrupted first (feature sigint, on by default).
    void interrupt();

    // For the GUI side.
    void say(EngineReply reply) { replies_.push_back(std::move(reply)); }
    void say_info(const protocol::UciInfo& info) { say(InfoReply(info)); }
    void say_message(std::string_view text) { say_info({.string = text}); } // `info string`
    void say_readyok() { say(TextReply{protocol::UciReply::ReadyOk, "readyok"}); }
    void say_to_xboard_gui(std::string_view line) { say(RawReply{std::string(line)}); }
    std::optional<EngineReply> take_reply();

    // What this process has announced.
    const protocol::XboardFeatures& features() const { return features_; }
    protocol::XboardFeatures& features() { return features_; }
    // It has reacted to something that was sent; from now on it knows what SIGINT means.
    void on_reaction() { hears_us_ = true; }

    void promise_readyok(); // when the engine answers a ping
    std::size_t owed_readyoks() const { return owed_readyoks_.size(); }
    int last_ping() const { return last_ping_; }
    // Returns true if the wait is over.
    bool on_pong(int number);

    static constexpr std::chrono::seconds quiet_grace{4};
    void wait_until_quiet(std::chrono::milliseconds grace = quiet_grace);
    // Returns false if there is no wait, because the engine has no ping.
    bool wait_for_position();
    void end_wait() { wait_.reset(); }
    bool is_waiting() const { return wait_.has_value(); }
    bool is_quiet() const { return !wait_ || wait_->reason != For::Quiet; }

    std::optional<TimePoint> deadline() const;
    Due on_timeout();
    void say_overdue_readyoks();

    void forget_process(); // nothing that it owes will come
    void on_new_process();

  private:
    enum class For : std::uint8_t { Quiet, Position };
    struct Wait {
        For reason;
        std::optional<int> pong; // else just that time
        TimePoint until;
        std::chrono::milliseconds nudge_after = {}; // Quiet: the ping is repeated at growing intervals
        TimePoint nudge_at = TimePoint::max();
    };
    int ping();
    void nudge();

    EngineProcess& process_;
    protocol::XboardFeatures features_;
    bool hears_us_ = false;
    std::deque<EngineReply> replies_;
    std::optional<Wait> wait_;
    int last_ping_ = 0;
    std::deque<int> owed_readyoks_; // the pings that stand for an isready
    TimePoint readyok_by_{};
};

} // namespace polyglot::session
