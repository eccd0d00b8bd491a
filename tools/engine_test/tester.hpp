// Provides the base of the steps of both protocols: the conversation and the findings.
#pragma once
#include "tools/engine_test/dialogue.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

constexpr std::size_t shown_lines = 10; // shown with a fault

class Tester {
  public:
    Tester(io::EngineLaunch launch, Limits limits) : wire_(std::move(launch)), limits_(limits) {}
    Tester(const Tester&) = delete;
    Tester& operator=(const Tester&) = delete;
    virtual ~Tester() = default;

    // Provides an idle engine at the start of a new game; throws StepOver if there is none.
    virtual void prepare() = 0;
    virtual std::string engine_name() const = 0; // empty until it is announced
    virtual bool busy() const = 0; // whether the engine must be restarted before the next step
    // Returns the variants of an engine that does not play normal chess, separated by ", ";
    // otherwise an empty text. It is known once the engine has been started.
    virtual std::string other_variants() const = 0;
    bool plays_chess() const { return other_variants().empty(); }
    void require_chess() const; // skips the step if the engine does not play chess
    void remark_variants();     // names its variants if it does not play normal chess

    // These functions build the report of the current step.
    void begin_step() { report_ = {}; }
    StepReport take_report() { return std::move(report_); }

    void measured(std::string_view what); // one line for the user; several are joined
    void remark(std::string text) { report_.remarks.push_back(std::move(text)); }
    void fault(std::string text); // the step fails, but continues
    void fault(std::string text, std::vector<WireLine> proof);
    std::size_t faults() const { return report_.faults.size(); }
    [[noreturn]] void fail(std::string text) const {
        throw StepOver{Verdict::Failed, std::move(text)};
    }
    [[noreturn]] void skip(std::string why) const {
        throw StepOver{Verdict::Skipped, std::move(why)};
    }

    // Collects the faults of one category in all steps, which a separate step reports: one illegal
    // pv must not fail every search.
    struct Finding {
        int count = 0;
        std::string first;
        std::vector<WireLine> wire;
    };
    void found(std::string_view category, std::string_view what);
    // Does the same, but the finding is discarded if the step itself reports the fault of this
    // search.
    void found_in_this_search(std::string_view category, std::string_view what);
    void forget_this_search() { this_search_.clear(); }
    void keep_findings(); // call it when the search is over
    // Makes the step fail with the findings of this category, if there are any: "2 moves out of
    // turn, the first: …".
    void tell(std::string_view category, std::string_view noun, std::string_view rest = {});
    const Finding& finding(std::string_view category);

    Dialogue& wire() { return wire_; }
    const Limits& limits() const { return limits_; }
    Clock::time_point in(Milliseconds time) const { return Clock::now() + time; }

    void start(); // starts a process; the step fails if that is impossible
    // Returns the next line, or nullopt at the deadline; the step fails if the engine ends.
    std::optional<Dialogue::Line> read(Clock::time_point deadline);
    // Expects that the engine, after `quit` or the end of its input, exits in time and leaves no
    // process running.
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
