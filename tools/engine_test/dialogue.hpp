// Holds a scripted conversation with an engine, line by line. Every wait has a deadline.
#pragma once
#include "adapter/engine/engine_host.hpp"
#include "tools/common/interrupts.hpp"
#include "tools/engine_test/engine_test.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

// Is thrown by all that waits for the engine when the user ends the command: the destructor of the
// Dialogue then kills the engine, which could outlive us.
struct Interrupted {};

class Dialogue {
  public:
    explicit Dialogue(io::EngineLaunch launch);
    ~Dialogue(); // kills a process that still runs
    Dialogue(const Dialogue&) = delete;
    Dialogue& operator=(const Dialogue&) = delete;

    // The callback is called several times a second while waiting for the engine.
    void while_waiting(std::function<void()> callback) { while_waiting_ = std::move(callback); }

    Result<void> start(); // kills a process that still runs first
    void kill();

    void send(std::string_view line); // without line end
    // Sends SIGINT, as xboard does to engines of protocol version 1.
    void interrupt();
    void close_input();                  // end of file for the engine
    void note(std::string_view comment); // adds a comment to the transcript

    struct Line {
        std::string text; // without line end, '\r' and trailing blanks
        Clock::time_point at;
    };
    // Waits for the engine's next line; nullopt if the deadline has passed or the engine has ended.
    std::optional<Line> read(Clock::time_point deadline);
    // Returns true if the process has ended. Lines that arrive meanwhile can be read afterwards.
    bool wait_for_end(Clock::time_point deadline);

    void pass_time(Clock::time_point until); // lines that arrive meanwhile can be read afterwards

    bool talks() const;          // whether it runs and its output is open
    bool left_processes() const; // whether it has ended but processes that it started still run
    const std::optional<session::EngineEnd>& end() const { return end_; }
    // Returns "exited with code 1 (last line on stderr: …)" or "was killed by SIGSEGV".
    std::string how_it_ended() const;

    std::vector<WireLine> last_lines(std::size_t count) const;
    std::vector<WireLine> first_lines(std::size_t count) const; // the first of those that are kept

  private:
    void record(WireLine::From from, std::string_view text);
    template <class Condition>
    void run_until(Clock::time_point deadline, Condition over);

    io::EngineLaunch launch_;
    std::function<void()> while_waiting_;
    boost::asio::io_context context_{1};
    io::Interrupts interrupts_{context_, [] { throw Interrupted(); }};
    std::unique_ptr<io::EngineHost> host_;
    Clock::time_point started_;
    std::deque<Line> unread_;
    std::optional<session::EngineEnd> end_;
    bool closed_output_ = false;
    bool interrupted_ = false;        // by us
    std::deque<WireLine> transcript_; // the newest lines
};

} // namespace polyglot::tools::engine_test
