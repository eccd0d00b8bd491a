// The start of an engine that speaks xboard, until it can be used: the greeting, its features, and waking a deaf
// engine.
//
// 1. `xboard` and, after a pause, `protover 2`. An engine of version 2 answers with features, which end with done=1, or
//    when the probe time is over after the last of them, at the latest with StartTimeout. done=0 asks for an hour.
// 2. An engine that is silent for the probe time is asked what every engine answers: with EngineProtocol = xboard
//    `uci`, and a second later the illegal move `a1a1`; with auto, where `uci` was sent first, the illegal move. An
//    objection makes it an engine of version 1. So does, with EngineProtocol = xboard, silence for silent_grace.
// 3. Engines may be slow to start, on a busy machine too (Python, Java). So the same process goes on being asked, and
//    features are taken whenever they come: also of an engine that was silent and counts as version 1.
// 4. A process is replaced during its start only if it leaves at `uci`, or is GNU Chess: of two lines that come
//    together GNU Chess 6.2 reads the second only when more input comes; if it misses the first line, it stays deaf.
// 5. What the engine was found to be holds for its later processes: one of version 1 is used at once, one of version 2
//    as soon as it has announced its features, also if it is one that does not end them with `done`.
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
        Told,     // by EngineProtocol
        Answered, // it answered `uci` as xboard engines answer an unknown word
        Silent,   // it did not answer `uci` at all
    };
    enum class Result : std::uint8_t { Pending, Ready, SpeaksUci };

    Handshake(Connection& connection, Belief belief, std::string_view program);

    // GNU Chess 6.2 may be deaf after an unknown first line: it has objected to `uci`, and is to be started again.
    bool is_deaf_after_uci() const { return is_gnuchess_; }
    // start_time: how long the engine may take.
    void start(std::chrono::milliseconds probe_time, std::chrono::milliseconds start_time);
    Result on_line(std::string_view line, const protocol::XboardEngineLine& parsed);
    // Accepts and rejects features at any time. Returns true if they are the first ones of a process that was taken for
    // one of version 1.
    bool take_features(std::string_view arguments);
    std::optional<TimePoint> deadline() const { return due_; }
    Result on_timeout();
    Result on_start_timeout(); // StartTimeout is over, and the engine has announced features
    // The process has left. Returns true if it may have left because of `uci`: another one is to be asked in xboard
    // only.
    bool on_left();

    void forget_process();
    void on_new_process();

    bool is_over() const { return stage_ == Stage::Ready; }
    int version() const { return version_; } // of the protocol

  private:
    // What was sent last: `xboard`, `protover 2`, `uci`, `a1a1`.
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
    std::optional<TimePoint> due_;       // the next step
    TimePoint nudge_until_{};            // rule 4: until then `xboard` is repeated
    TimePoint features_due_{};           // the probe time, or the time for `feature done=1`
    TimePoint start_until_{};            // StartTimeout, from the start of this handshake
    TimePoint silent_until_{};           // rule 2: then a silent engine is one of version 1
    bool is_gnuchess_;                   // by the file name or the greeting
    bool was_sent_uci_;                  // this process, also before this handshake
    bool may_be_sent_uci_ = true;
    // By this handshake, after `protover`. When features come, the engine is greeted once more: if it speaks both
    // protocols, it switches to UCI when it reads `uci`.
    bool greets_again_ = false;
    int floods_ = 0;   // to wake it up
    int restarts_ = 0; // because it was deaf
};

} // namespace polyglot::session
