// Runs steps one after the other and creates the report.
#pragma once
#include "core/text/text.hpp"
#include "tools/engine_test/step_progress.hpp"
#include "tools/engine_test/tester.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

// Returns whether the step is selected by its full name or by its group. Without names, all steps
// are.
inline bool is_selected(std::string_view name, std::span<const std::string> only) {
    return only.empty() || std::ranges::any_of(only, [name](const std::string& wanted) {
               return name == wanted || name.substr(0, name.find('/')) == wanted;
           });
}

// Returns the first of these steps that blocks another because it has failed or was blocked itself.
// Steps that were not requested, or that the engine does not need, do not block.
inline std::string_view missing(std::string_view needs, const std::vector<StepReport>& done) {
    for (std::string_view need = text::next_word(needs); !need.empty();
         need = text::next_word(needs))
        for (const StepReport& step : done)
            if (step.name == need &&
                (step.verdict == Verdict::Failed || step.skip_reason == SkipReason::Blocked))
                return need;
    return {};
}

template <class T>
StepReport run_step(T& tester, const Step<T>& step, const std::vector<StepReport>& done) {
    const auto begun = Clock::now();
    tester.begin_step();
    const std::string_view need = missing(step.needs, done);
    StepReport report;
    try {
        if (!need.empty())
            throw StepOver{Verdict::Skipped, std::string(need) + " has not passed",
                           SkipReason::Blocked};
        if (step.begin != Begin::Process) tester.prepare();
        if (step.begin == Begin::Chess) tester.require_chess();
        step.run(tester);
        report = tester.take_report();
        report.verdict = report.faults.empty() ? Verdict::Passed : Verdict::Failed;
    } catch (const StepOver& over) {
        if (over.verdict == Verdict::Failed) tester.fault(over.message);
        report = tester.take_report();
        report.verdict = over.verdict;
        if (over.verdict == Verdict::Skipped) report.detail = over.message;
        report.skip_reason = over.skip_reason;
    }
    // The engine may be in any state now, which must not affect the next step.
    if (report.verdict == Verdict::Failed || tester.busy()) tester.wire().kill();
    report.name = step.name;
    report.rule = step.rule;
    report.took = std::chrono::duration_cast<Milliseconds>(Clock::now() - begun);
    return report;
}

template <class T>
void run_steps(T& tester, const std::vector<Step<T>>& steps, std::span<const std::string> only,
               Report& report, ReportWriter& writer, StepProgress& progress) {
    tester.wire().while_waiting([&progress] { progress.show(Clock::now()); });
    bool begun = false; // the writer begins after the first step, when the engine's name is known
    for (const Step<T>& step : steps) {
        if (!is_selected(step.name, only)) continue;
        progress.begin(step.name, Clock::now());
        report.steps.push_back(run_step(tester, step, report.steps));
        progress.clear();
        if (!tester.engine_name().empty()) report.engine = tester.engine_name();
        if (!std::exchange(begun, true)) writer.begin(report);
        writer.step(report.steps.back());
    }
    if (!begun) writer.begin(report);
    report.took = std::chrono::duration_cast<Milliseconds>(Clock::now() - report.began);
    writer.end(report);
}

} // namespace polyglot::tools::engine_test
