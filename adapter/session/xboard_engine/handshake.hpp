// Starts an engine that speaks xboard, until it can be used: it is greeted, its features are taken,
// and an engine that reads nothing is woken.
//
// 1. The engine is sent `xboard` and, after a pause, `protover 2`. An engine of version 2 answers
//    with features. They end with done=1, or when the probe time has passed since the last of them,
//    at the latest with StartTimeout. done=0 extends the time to an hour.
// 2. An engine that is silent for the probe time is sent what every engine answers: the illegal
//    move `a1a1`; with EngineProtocol = xboard `uci` a second before it (with auto `uci` was sent
//    first). An engine that objects is one of version 1; with EngineProtocol = xboard so is one
//    that is silent for silent_grace.
// 3. Engines may be slow to start (Python, Java, a busy machine). So the same process is asked
//    repeatedly, and features are taken whenever they come, even from an engine that was silent and
//    counts as version 1.
// 4. A process is replaced during its start only if it leaves at `uci`, or is GNU Chess: of two
//    lines that come together GNU Chess 6.2 reads the second only when more input comes; if it
//    misses the first line, it stays deaf.
// 5. The findings hold for later processes of the engine. One of version 1 is used at once, one of
//    version 2 as soon as it has announced its features, even if it does not end them with
//    `done`.
// Tests: handshake_test.cpp, xboard_engine/auto_*.txt, xboard_engine/late_features*.txt.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/xboard_engine/connection.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::session {

class Handshake {
  public:
    // How certain it is that the engine speaks xboard.
    enum class Belief : std::uint8_t {
        Configured, // EngineProtocol = xboard
        Answered,   // it answered `uci` as an xboard engine answers an unknown word
        Silent,     // it did not answer `uci`
    };
    enum class Result : std::uint8_t { Pending, Ready, SpeaksUci };

    Handshake(Connection& connection, Belief belief, std::string_view program);

    // Returns true for GNU Chess 6.2, which may read nothing more after an unknown first line; when
    // it has objected to `uci` it is to be started again.
    bool is_deaf_after_uci() const { return is_gnuchess_; }
    // start_time limits the whole start.
    void start(std::chrono::milliseconds probe_time, std::chrono::milliseconds start_time);
    Result on_line(std::string_view line, const protocol::XboardEngineLine& parsed);
    // Accepts and rejects features at any time. Returns true if they are the first ones of a
    // process that was taken for one of version 1.
    bool take_features(std::string_view arguments);
    std::optional<TimePoint> deadline() const { return due_; }
    Result on_timeout();
    Result on_start_timeout(); // StartTimeout is over, and the engine has announced features
    // The process has ended. Returns true if `uci` may be the reason; another one is to be asked in
    // xboard only.
    bool on_left();

    void forget_process();
    void on_new_process();

    bool is_over() const { return stage_ == Stage::Ready; }
    int version() const { return version_; } // of the protocol

  private:
    // The line that was sent last: `xboard`, `protover 2`, `uci`, `a1a1`.
    enum class Stage : std::uint8_t { Greeted, Features, AskedUci, AskedMove, Ready };

    Result on_features(std::string_view arguments);
    Result on_objection(const protocol::XboardEngineLine& parsed);
    Result on_no_features();
    Result become_ready();
    void settle_features();
    void wake_up();

    Connection& connection_;
    Belief belief_;
    std::chrono::milliseconds probe_time_{};
    Stage stage_ = Stage::Greeted;
    int version_ = 1;
    std::optional<int> known_version_;   // of an earlier process
    bool announces_nothing_ = false;     // it has objected to a line that followed `protover`
    bool is_known_without_done_ = false; // an earlier process has announced features and not `done`
    std::optional<TimePoint> due_;       // when the next step is due
    TimePoint nudge_until_{};            // until then `xboard` is repeated (rule 4)
    TimePoint features_due_{};           // the probe time, or the time for `feature done=1`
    // The end of StartTimeout, counted from the start of this handshake.
    TimePoint start_until_{};
    TimePoint silent_until_{}; // then a silent engine counts as version 1 (rule 2)
    bool is_gnuchess_;         // judged by the file name or the greeting
    // The process was sent `uci`, perhaps before this handshake.
    bool was_sent_uci_;
    bool may_be_sent_uci_ = true;
    // `uci` was sent after `protover`. When features come, the engine is greeted once more, because
    // an engine that speaks both protocols has switched to UCI when it read `uci`.
    bool greets_again_ = false;
    int floods_ = 0;   // the number of floods that were sent to wake it
    int restarts_ = 0; // restarts because it read nothing
};

} // namespace polyglot::session
