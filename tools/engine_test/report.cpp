// The report for humans and for scripts.
#include "core/text/utf8.hpp"
#include "tools/engine_test/engine_test.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <ostream>

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
    return std::count_if(report.steps.begin(), report.steps.end(),
                         [verdict](const StepReport& step) { return step.verdict == verdict; });
}

class TextWriter : public ReportWriter {
  public:
    TextWriter(std::ostream& out, bool verbose) : out_(out), verbose_(verbose) {}

    void begin(const Report& report) override {
        out_ << "testing " << text::shown_line(report.engine) << " (" << report.protocol << ")\n" << std::flush;
    }

    void step(const StepReport& step) override {
        const bool failed = step.verdict == Verdict::Failed;
        out_ << std::left << std::setw(5) << word_of(step.verdict) << std::setw(30) << step.name
             << text::shown_line(step.detail) << '\n';
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
        out_ << count(report, Verdict::Passed) << " passed, " << count(report, Verdict::Failed) << " failed, "
             << count(report, Verdict::Skipped) << " skipped in " << std::fixed << std::setprecision(1)
             << static_cast<double>(report.took.count()) / 1000 << " s\n";
    }

  private:
    void write(const WireLine& line) {
        constexpr std::string_view indent = "       ";
        if (line.left_out > 0) out_ << indent << "          (" << line.left_out << " lines left out)\n";
        out_ << indent << std::right << std::setw(7) << line.at.count() << " ms " << mark_of(line.from)
             << text::shown_line(line.text) << '\n';
    }

    std::ostream& out_;
    bool verbose_;
};

// JSON (RFC 8259).
std::string json(std::string_view text) {
    std::string result = "\"";
    for (const char c : text::shown_line(text)) {
        if (c == '"' || c == '\\') result += '\\';
        if (c == '\t')
            result += "\\t";
        else
            result += c;
    }
    return result += '"';
}

std::string json(const std::vector<std::string>& texts) {
    std::string result = "[";
    for (const std::string& text : texts)
        (result += result.size() > 1 ? ", " : "") += json(text);
    return result += ']';
}

std::string json(const std::vector<WireLine>& lines) {
    constexpr std::array<std::string_view, 4> names{"to engine", "from engine", "standard error", "note"};
    std::string result = "[";
    for (const WireLine& line : lines) {
        result += result.size() > 1 ? ", " : "";
        result += "{\"ms\": " + std::to_string(line.at.count()) +
                  ", \"what\": " + json(names[static_cast<std::size_t>(line.from)]) + ", \"text\": " + json(line.text) +
                  ", \"left_out\": " + std::to_string(line.left_out) + "}";
    }
    return result += ']';
}

class JsonWriter : public ReportWriter {
  public:
    explicit JsonWriter(std::ostream& out) : out_(out) {}

    void begin(const Report& /*report*/) override {}
    void step(const StepReport& /*step*/) override {}

    void end(const Report& report) override {
        constexpr std::array<std::string_view, 3> verdicts{"passed", "failed", "skipped"};
        out_ << "{\"engine\": " << json(report.engine) << ", \"protocol\": " << json(report.protocol)
             << ", \"passed\": " << count(report, Verdict::Passed) << ", \"failed\": " << count(report, Verdict::Failed)
             << ", \"skipped\": " << count(report, Verdict::Skipped) << ", \"ms\": " << report.took.count()
             << ", \"steps\": [";
        const char* separator = "\n";
        for (const StepReport& step : report.steps) {
            out_ << separator << "{\"name\": " << json(step.name)
                 << ", \"verdict\": " << json(verdicts[static_cast<std::size_t>(step.verdict)])
                 << ", \"rule\": " << json(step.rule) << ", \"detail\": " << json(step.detail)
                 << ", \"faults\": " << json(step.faults) << ", \"remarks\": " << json(step.remarks)
                 << ", \"ms\": " << step.took.count() << ", \"wire\": " << json(step.wire) << "}";
            separator = ",\n";
        }
        out_ << "]}\n";
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
