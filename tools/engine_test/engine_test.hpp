// `polyglot engine-test`: what its parts share. A step is one rule of the protocol with the few
// lines that try it; an engine that dies or hangs in one is started anew for the next.
//
// The engine is spoken to in its own protocol and not through the adapter's session: it is the
// engine that is tested.
#pragma once
#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools::engine_test {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

enum class Verdict : std::uint8_t { Passed, Failed, Skipped };
enum class SkipReason : std::uint8_t {
    Own,     // the step itself: the engine does not have what it tries
    Blocked, // another step has failed
    NoChess, // the engine plays other variants only
};

// One line of what went over the wire, for the report.
struct WireLine {
    enum class From : std::uint8_t { Us, Engine, EngineStderr, Note };
    From from = From::Note;
    Milliseconds at{0}; // since the start of the process
    std::string text;   // cut when very long
    int left_out = 0;   // number of thinking lines before this one that are not kept
};

struct StepReport {
    std::string name;
    std::string rule; // one sentence, and where it comes from
    Verdict verdict = Verdict::Passed;
    SkipReason skip_reason = SkipReason::Own; // of a skipped step
    std::string detail;                       // what was measured; of a skipped step: why
    std::vector<std::string> faults;          // of a failed one, at least one
    std::vector<std::string> remarks;         // not against the rule, but worth knowing
    std::vector<WireLine> wire;               // the last lines before the first fault
    Milliseconds took{0};
};

struct Report {
    std::string engine; // its own name for itself, else the program
    std::string protocol;
    std::vector<StepReport> steps;
    Clock::time_point began = Clock::now();
    Milliseconds took{0};
};

// How a step that cannot go on ends. An exception against the rule of the house: an engine may die
// or fall silent in any of a hundred waits, and a script that asks after each of them hides what it
// tests.
struct StepOver {
    Verdict verdict;
    std::string message;
    SkipReason skip_reason = SkipReason::Own;
};

struct Limits {
    Milliseconds reply{5000}; // for every answer without a separate time limit
    Milliseconds quiet{300};  // how long we listen when nothing must come
    // From quit, or the end of its input, to the exit: XBoard and cutechess kill then
    Milliseconds leave{2000};
    // By which a move time may be overrun: the machine is not ours alone
    Milliseconds slack{150};
    // Xboard: until done=1 or done=0; a GUI does not wait longer (CECP, "feature")
    Milliseconds handshake{2000};
    // Until uciok, or until features that are late: StartTimeout, at least `reply`
    Milliseconds start{10'000};
    Milliseconds done{30'000}; // xboard: between done=0 and done=1
};

// What a step needs before it runs.
enum class Begin : std::uint8_t {
    Chess,   // an engine that is idle, at a new game of normal chess
    AnyGame, // the same, also if the engine plays other variants only
    Process, // nothing: the step starts the engine itself
};

template <class Tester>
struct Step {
    std::string_view name;  // "group/what"
    std::string_view needs; // steps that must not have failed, divided by blanks
    std::string_view rule;  // with its source in brackets
    void (*run)(Tester&);
    Begin begin = Begin::Chess;
};

// Prints as the steps come in.
class ReportWriter {
  public:
    virtual ~ReportWriter() = default;
    virtual void begin(const Report& report) = 0; // engine and protocol are known
    virtual void step(const StepReport& step) = 0;
    virtual void end(const Report& report) = 0;
};
// One line a step, what is wrong below it, a summary. verbose: rules, remarks and wire lines of
// passed steps too.
std::unique_ptr<ReportWriter> make_text_writer(std::ostream& out, bool verbose);
// One object at the end: {"engine", "protocol", "passed", "failed", "skipped", "ms", "steps": […]}.
std::unique_ptr<ReportWriter> make_json_writer(std::ostream& out);

std::string format_ms(Clock::duration duration); // "203 ms"

} // namespace polyglot::tools::engine_test
