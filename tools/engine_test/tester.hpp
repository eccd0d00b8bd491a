// What the steps of both protocols use: the conversation, and what is found out in it.
#pragma once
#include "tools/engine_test/dialogue.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

constexpr std::size_t shown_lines = 10; // as a proof

class Tester {
  public:
    Tester(io::EngineLaunch launch, Limits limits) : wire_(std::move(launch)), limits_(limits) {}
    Tester(const Tester&) = delete;
    Tester& operator=(const Tester&) = delete;
    virtual ~Tester() = default;

    // An idle engine at the start of a new game; throws StepOver without one
    virtual void prepare() = 0;
    virtual std::string engine_name() const = 0; // once it has announced it
    virtual bool busy() const = 0;               // it must not be asked to go on as it is
    // The variants of an engine that plays no normal chess, divided by ", "; else empty. Known once
    // the engine has been started.
    virtual std::string other_variants() const = 0;
    bool plays_chess() const { return other_variants().empty(); }
    void require_chess() const; // skips the step of an engine that does not play it
    void remark_variants();     // what it plays, if it is not normal chess

    // The report of a step is made in here while it runs.
    void begin_step() { report_ = {}; }
    StepReport take_report() { return std::move(report_); }

    void measured(std::string_view what); // one line for the user, several are joined
    void remark(std::string text) { report_.remarks.push_back(std::move(text)); }
    void fault(std::string text); // the step fails, but goes on
    void fault(std::string text, std::vector<WireLine> proof);
    std::size_t faults() const { return report_.faults.size(); }
    [[noreturn]] void fail(std::string text) const {
        throw StepOver{Verdict::Failed, std::move(text)};
    }
    [[noreturn]] void skip(std::string why) const {
        throw StepOver{Verdict::Skipped, std::move(why)};
    }

    // Faults found in any step, reported by a separate step: one illegal pv must not fail every
    // search.
    struct Finding {
        int count = 0;
        std::string first;
        std::vector<WireLine> wire;
    };
    void found(std::string_view category, std::string_view what);
    // The same, but discarded if the step itself reports the fault of this search.
    void found_in_this_search(std::string_view category, std::string_view what);
    void forget_this_search() { this_search_.clear(); }
    void keep_findings(); // this search is over
    // The step fails with what was found in this category, if anything was: "2 moves out of turn,
    // the first: …".
    void tell(std::string_view category, std::string_view noun, std::string_view rest = {});
    const Finding& finding(std::string_view category);

    Dialogue& wire() { return wire_; }
    const Limits& limits() const { return limits_; }
    Clock::time_point in(Milliseconds time) const { return Clock::now() + time; }

    void start(); // a new process; fails if there can be none
    // It has been sent `quit`, or its input has been closed: it must exit in time and leave nothing
    // running.
    void expect_exit(std::string_view after);

  private:
    void add(std::map<std::string, Finding>& findings, std::string_view category,
             std::string_view what) const;

    Dialogue wire_;
    Limits limits_;
    StepReport report_;
    std::map<std::string, Finding> findings_;
    std::map<std::string, Finding> this_search_;
};

} // namespace polyglot::tools::engine_test
