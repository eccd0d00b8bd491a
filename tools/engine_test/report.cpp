// Writes the report for users and for scripts.
#include "core/text/figures.hpp"
#include "core/text/utf8.hpp"
#include "tools/common/json.hpp"
#include "tools/common/text_style.hpp"
#include "tools/engine_test/engine_test.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <map>
#include <ostream>
#include <utility>

namespace polyglot::tools::engine_test {

namespace {

constexpr std::string_view word_of(Verdict verdict) {
    constexpr std::array<std::string_view, 3> words{"ok", "FAIL", "skip"};
    return words[static_cast<std::size_t>(verdict)];
}

constexpr std::string_view mark_of(WireLine::From from) {
    constexpr std::array<std::string_view, 4> marks{"> ", "< ", "! ", "# "};
    return marks[static_cast<std::size_t>(from)];
}

auto count(const Report& report, Verdict verdict) {
    return std::ranges::count(report.steps, verdict, &StepReport::verdict);
}

class TextWriter : public ReportWriter {
  public:
    TextWriter(std::ostream& out, bool verbose)
        : out_(out), style_(style_of(out)), verbose_(verbose) {}

    void begin(const Report& report) override {
        out_ << "testing " << text::shown_line(report.engine) << " (" << report.protocol << ")\n"
             << std::flush;
    }

    void step(const StepReport& step) override {
        const bool failed = step.verdict == Verdict::Failed;
        if (!verbose_ && is_left_out(step)) return; // it is summarised in one line at the end
        write_verdict(step.verdict, step.name, step.detail);
        if (failed || verbose_) out_ << "     rule: " << step.rule << '\n';
        for (const std::string& fault : step.faults)
            out_ << "     fault: " << text::shown_line(fault) << '\n';
        for (const std::string& remark : step.remarks)
            out_ << "     note: " << text::shown_line(remark) << '\n';
        if (failed || verbose_)
            for (const WireLine& line : step.wire)
                write(line);
        out_ << std::flush;
    }

    void end(const Report& report) override {
        if (!verbose_) write_consequences(report);
        if (!verbose_) write_without_chess(report);
        out_ << count(report, Verdict::Passed) << " passed, " << count(report, Verdict::Failed)
             << " failed, " << count(report, Verdict::Skipped) << " skipped in " << std::fixed
             << std::setprecision(1) << static_cast<double>(report.took.count()) / 1000 << " s\n";
    }

  private:
    void write_verdict(Verdict verdict, const std::string& name, std::string_view detail) {
        constexpr std::array<TextColour, 3> colours{TextColour::Bar, TextColour::Warning,
                                                    TextColour::Faint};
        const std::string word(word_of(verdict));
        out_ << style_.in(colours[static_cast<std::size_t>(verdict)], word)
             << std::string(5 - word.size(), ' ') << std::left << std::setw(30) << name
             << text::shown_line(detail) << '\n';
    }
    static bool is_left_out(const StepReport& step) {
        return step.verdict == Verdict::Skipped && step.skip_reason != SkipReason::Own;
    }
    // Returns the step that this one needs and that prevented it.
    static std::string_view needed_by(const StepReport& step) {
        if (!is_left_out(step) || step.skip_reason != SkipReason::Blocked) return {};
        return std::string_view(step.detail).substr(0, step.detail.find(' '));
    }
    void write_without_chess(const Report& report) {
        std::uint64_t steps = 0;
        std::string why;
        for (const StepReport& step : report.steps) {
            if (!is_left_out(step) || step.skip_reason != SkipReason::NoChess) continue;
            ++steps;
            why = step.detail;
        }
        if (steps > 0) write_verdict(Verdict::Skipped, text::counted(steps, "step"), why);
    }
    // Writes all consequences of one failure on one line, however long the chain is.
    void write_consequences(const Report& report) {
        std::map<std::string_view, std::string_view> needed;
        for (const StepReport& step : report.steps)
            if (const auto name = needed_by(step); !name.empty()) needed[step.name] = name;
        std::map<std::string_view, int> roots;
        for (const auto& [step, first] : needed) {
            std::string_view root = first;
            for (auto next = needed.find(root); next != needed.end(); next = needed.find(root))
                root = next->second;
            ++roots[root];
        }
        for (const auto& [root, steps] : roots)
            write_verdict(Verdict::Skipped,
                          text::counted(static_cast<std::uint64_t>(steps), "step"),
                          "without " + std::string(root) + (steps == 1 ? " it says" : " they say") +
                              " nothing");
    }
    void write(const WireLine& line) {
        constexpr std::string_view indent = "       ";
        if (line.left_out > 0)
            out_ << indent << "          (" << line.left_out << " lines left out)\n";
        out_ << indent << std::right << std::setw(7) << line.at.count() << " ms "
             << mark_of(line.from) << text::shown_line(line.text) << '\n';
    }

    std::ostream& out_;
    const TextStyle style_;
    bool verbose_;
};

boost::json::array json_of(const std::vector<WireLine>& lines) {
    constexpr std::array<std::string_view, 4> names{"to engine", "from engine", "standard error",
                                                    "note"};
    boost::json::array list;
    for (const WireLine& line : lines)
        list.push_back({{"ms", line.at.count()},
                        {"what", names[static_cast<std::size_t>(line.from)]},
                        {"text", tools::json_of(line.text)},
                        {"left_out", line.left_out}});
    return list;
}

boost::json::object json_of(const StepReport& step) {
    constexpr std::array<std::string_view, 3> verdicts{"passed", "failed", "skipped"};
    return {{"name", step.name},
            {"verdict", verdicts[static_cast<std::size_t>(step.verdict)]},
            {"rule", step.rule},
            {"detail", tools::json_of(step.detail)},
            {"faults", tools::json_of(step.faults)},
            {"remarks", tools::json_of(step.remarks)},
            {"ms", step.took.count()},
            {"wire", json_of(step.wire)}};
}

class JsonWriter : public ReportWriter {
  public:
    explicit JsonWriter(std::ostream& out) : out_(out) {}

    void begin(const Report& /*report*/) override {}
    void step(const StepReport& /*step*/) override {}

    void end(const Report& report) override {
        boost::json::array steps;
        for (const StepReport& step : report.steps)
            steps.emplace_back(json_of(step));
        out_ << format_json_list({{"engine", tools::json_of(report.engine)},
                                  {"protocol", report.protocol},
                                  {"passed", count(report, Verdict::Passed)},
                                  {"failed", count(report, Verdict::Failed)},
                                  {"skipped", count(report, Verdict::Skipped)},
                                  {"ms", report.took.count()},
                                  {"steps", std::move(steps)}},
                                 "steps");
    }

  private:
    std::ostream& out_;
};

} // namespace

std::unique_ptr<ReportWriter> make_text_writer(std::ostream& out, bool verbose) {
    return std::make_unique<TextWriter>(out, verbose);
}

std::unique_ptr<ReportWriter> make_json_writer(std::ostream& out) {
    return std::make_unique<JsonWriter>(out);
}

} // namespace polyglot::tools::engine_test
