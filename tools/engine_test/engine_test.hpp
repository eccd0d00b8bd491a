// Defines the parts that all of `polyglot engine-test` shares. A step is one rule of the protocol
// with the few lines that test it; an engine that dies or hangs in one is started again for the
// next.
//
// The tests use the engine's own protocol and not the adapter's session, because the engine is what
// they test.
#pragma once
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools::engine_test {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

enum class Verdict : std::uint8_t { Passed, Failed, Skipped };
enum class SkipReason : std::uint8_t {
    Own,     // by the step itself: the engine lacks the tested feature
    Blocked, // a step that this one needs has failed
    NoChess, // the engine plays only other variants
};

// Holds one line of the communication for the report.
struct WireLine {
    enum class From : std::uint8_t { Us, Engine, EngineStderr, Note };
    From from = From::Note;
    Milliseconds at{0}; // since the start of the process
    std::string text;   // very long texts are cut
    int left_out = 0;   // number of thinking lines before this one that were not kept
};

struct StepReport {
    std::string name;
    std::string rule; // one sentence with its source
    Verdict verdict = Verdict::Passed;
    SkipReason skip_reason = SkipReason::Own; // of a skipped step
    std::string detail;                       // what was measured; for a skipped step, the reason
    std::vector<std::string> faults;          // at least one if the step failed
    std::vector<std::string> remarks;         // noteworthy, but not against the rule
    std::vector<WireLine> wire;               // the last lines before the first fault
    Milliseconds took{0};
};

struct Report {
    std::string engine; // the name that it announces, otherwise the program
    std::string protocol;
    std::vector<StepReport> steps;
    Clock::time_point began = Clock::now();
    Milliseconds took{0};
};

// Ends a step that cannot continue. This is an exception to the rule against exceptions: an engine
// may die or stop answering in any of a hundred waits, and a check after each of them would hide
// what the script tests.
struct StepOver {
    Verdict verdict;
    std::string message;
    SkipReason skip_reason = SkipReason::Own;
};

struct Limits {
    Milliseconds reply{5000}; // for every answer without its own time limit
    Milliseconds quiet{300};  // the time to listen when nothing must come
    // This is the time from quit, or the end of its input, to the exit; XBoard and cutechess then
    // kill the engine.
    Milliseconds leave{2000};
    // This is the permitted excess of a move time, because the machine has other work, too.
    Milliseconds slack{150};
    // xboard: the time until done=1 or done=0; a GUI does not wait longer (CECP, "feature").
    Milliseconds handshake{2000};
    // This is the time until uciok, or until late features: StartTimeout, but at least `reply`.
    Milliseconds start{10'000};
    Milliseconds done{30'000}; // xboard: between done=0 and done=1
};

// The state that a step needs at its start.
enum class Begin : std::uint8_t {
    Chess,   // an idle engine at the start of a game of normal chess
    AnyGame, // the same, also if the engine plays only other variants
    Process, // no engine: the step itself starts it
};

template <class Tester>
struct Step {
    std::string_view name;  // "group/what"
    std::string_view needs; // steps that must not have failed, separated by blanks
    std::string_view rule;  // with its source in brackets
    void (*run)(Tester&);
    Begin begin = Begin::Chess;
};

template <class Step>
std::vector<Step> join_steps(std::initializer_list<std::span<const Step>> groups) {
    std::vector<Step> steps;
    for (const std::span<const Step> group : groups)
        steps.insert(steps.end(), group.begin(), group.end());
    return steps;
}

// Prints the steps as they finish.
class ReportWriter {
  public:
    virtual ~ReportWriter() = default;
    virtual void begin(const Report& report) = 0; // engine and protocol are known
    virtual void step(const StepReport& step) = 0;
    virtual void end(const Report& report) = 0;
};
// Prints one line for each step with its faults below, then a summary. verbose adds rules, remarks
// and the wire lines of passed steps.
std::unique_ptr<ReportWriter> make_text_writer(std::ostream& out, bool verbose);
// Prints one object at the end: {"engine", "protocol", "passed", "failed", "skipped", "ms",
// "steps": […]}.
std::unique_ptr<ReportWriter> make_json_writer(std::ostream& out);

std::string format_ms(Clock::duration duration); // "203 ms"

} // namespace polyglot::tools::engine_test
