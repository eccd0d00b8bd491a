#include "tools/engine_test/tester.hpp"

#include "core/text/figures.hpp"

#include <cstdint>

namespace polyglot::tools::engine_test {

namespace {

// A helper process may need a moment to notice that its engine has ended.
constexpr Milliseconds helpers_grace{300};
constexpr Milliseconds helpers_tick{20};

} // namespace

std::string format_ms(Clock::duration duration) {
    return std::to_string(std::chrono::duration_cast<Milliseconds>(duration).count()) + " ms";
}

void Tester::measured(std::string_view what) {
    if (!report_.detail.empty()) report_.detail += "; ";
    report_.detail += what;
}

void Tester::fault(std::string text) {
    fault(std::move(text), wire_.last_lines(shown_lines));
}

void Tester::fault(std::string text, std::vector<WireLine> proof) {
    if (report_.faults.empty()) report_.wire = std::move(proof);
    report_.faults.push_back(std::move(text));
}

void Tester::add(std::map<std::string, Finding>& findings, std::string_view category,
                 std::string_view what) const {
    Finding& finding = findings[std::string(category)];
    if (finding.count++ > 0) return;
    finding.first = what;
    finding.wire = wire_.last_lines(shown_lines);
}

void Tester::found(std::string_view category, std::string_view what) {
    add(findings_, category, what);
}

void Tester::found_in_this_search(std::string_view category, std::string_view what) {
    add(this_search_, category, what);
}

void Tester::keep_findings() {
    for (auto& [category, found] : this_search_) {
        Finding& kept = findings_[category];
        const int count = kept.count + found.count;
        if (kept.count == 0) kept = std::move(found);
        kept.count = count;
    }
    this_search_.clear();
}

const Tester::Finding& Tester::finding(std::string_view category) {
    keep_findings();
    return findings_[std::string(category)];
}

void Tester::tell(std::string_view category, std::string_view noun, std::string_view rest) {
    const Finding& found = finding(category);
    if (found.count == 0) return;
    std::string text = text::counted(static_cast<std::uint64_t>(found.count), noun);
    if (!rest.empty()) (text += ' ') += rest;
    fault(text + (found.count == 1 ? ": " : ", the first: ") + found.first, found.wire);
}

void Tester::require_chess() const {
    if (const std::string others = other_variants(); !others.empty())
        throw StepOver{Verdict::Skipped, "normal chess is needed; the engine's variants: " + others,
                       SkipReason::NoChess};
}

void Tester::remark_variants() {
    if (const std::string others = other_variants(); !others.empty())
        remark("it plays no normal chess; its variants: " + others);
}

void Tester::start() {
    if (const auto started = wire_.start(); !started) fail(started.error().message);
}

std::optional<Dialogue::Line> Tester::read(Clock::time_point deadline) {
    auto line = wire_.read(deadline);
    if (!line && !wire_.talks()) fail(wire_.how_it_ended());
    return line;
}

void Tester::expect_exit(std::string_view after) {
    const auto asked = Clock::now();
    if (!wire_.wait_for_end(in(limits_.leave)))
        fail("the engine still runs " + format_ms(limits_.leave) + " after " + std::string(after));
    measured("left " + format_ms(Clock::now() - asked) + " after " + std::string(after));
    const session::EngineEnd& end = *wire_.end();
    if (!end.has_exited()) fault(wire_.how_it_ended());
    if (end.has_exited() && end.value != 0) remark(wire_.how_it_ended());
    const auto deadline = in(helpers_grace);
    while (wire_.left_processes() && Clock::now() < deadline)
        wire_.pass_time(in(helpers_tick));
    if (wire_.left_processes()) fault("processes that the engine has started are still there");
}

} // namespace polyglot::tools::engine_test
