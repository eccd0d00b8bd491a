// The start of an engine that speaks xboard, until it can be used: the greeting, its features, and waking a deaf
// engine.
//
// 1. `xboard` and, after a pause, `protover 2`. An engine of version 2 answers with features, which end with done=1 or
//    with the probe time.
// 2. An engine that is silent until then is sent a question that every engine must answer: an illegal move if it is
//    known not to speak UCI, otherwise `uci`. An objection, or silence with EngineProtocol = xboard, makes it an engine
//    of version 1.
// 3. An engine that still may have read nothing is started again, a limited number of times. Of two lines that come
//    together GNU Chess 6.2 reads the second only when more input comes; if it misses the first line, it stays deaf.
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

    void start(std::chrono::milliseconds probe_time);
    Result on_line(std::string_view line, const protocol::XboardEngineLine& parsed);
    // Accepts and rejects features at any time. Returns true if the engine was greeted once more.
    bool take_features(std::string_view arguments);
    std::optional<TimePoint> deadline() const { return due_; }
    Result on_timeout();

    void forget_process();
    void on_new_process(bool was_used); // was_used: an earlier process got through the handshake

    bool is_over() const { return stage_ == Stage::Ready; }
    int version() const { return version_; }                                                   // of the protocol
    bool asked_for_time() const { return !is_over() && connection_.features().done == false; } // done=0

  private:
    // What was sent last: `xboard`, `protover 2`, a question.
    enum class Stage : std::uint8_t { Greeted, Features, Asked, Ready };

    Result on_features(std::string_view arguments);
    Result become_ready();
    bool is_to_be_restarted() const;
    void wake_up();

    Connection& connection_;
    Belief belief_;
    Stage stage_ = Stage::Greeted;
    int version_ = 1;
    std::optional<TimePoint> due_;   // the next step
    TimePoint features_due_{};       // for `feature done=1`
    bool is_gnuchess_;               // by the file name or the greeting
    bool has_spoken_ = false;        // since its start
    bool has_been_sent_uci_ = false; // by this handshake
    int floods_ = 0;                 // to wake it up
    int restarts_ = 0;               // because it was deaf
};

} // namespace polyglot::session
