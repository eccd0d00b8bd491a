#include "tests/bench/results.hpp"

#include "tests/bench/metric_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace polyglot::bench {

double Samples::quantile(double q) const {
    std::vector<double> sorted = values_;
    const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
    const auto nth =
        sorted.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(sorted.begin(), nth, sorted.end());
    return *nth;
}

std::vector<double> Samples::medians_of_pieces(std::size_t pieces) const {
    std::vector<double> medians;
    for (std::size_t i = 0; i < pieces; ++i) {
        Samples piece;
        for (std::size_t at = values_.size() * i / pieces; at < values_.size() * (i + 1) / pieces;
             ++at)
            piece.add(values_[at]);
        medians.push_back(piece.median());
    }
    return medians;
}

Metric& Results::metric(const std::string& name, const std::string& unit, bool with_p99) {
    for (Metric& m : metrics_)
        if (m.name == name) return m;
    metrics_.push_back({name, unit, with_p99, {}});
    return metrics_.back();
}

const Samples* Results::find(const std::string& metric, const std::string& candidate) const {
    for (const Metric& m : metrics_) {
        if (m.name != metric) continue;
        const auto it = m.by_candidate.find(candidate);
        if (it != m.by_candidate.end() && !it->second.empty()) return &it->second;
    }
    return nullptr;
}

std::optional<double> Results::median(const std::string& metric,
                                      const std::string& candidate) const {
    const Samples* samples = find(metric, candidate);
    return samples ? std::optional(samples->median()) : std::nullopt;
}

std::optional<double> Results::p99(const std::string& metric, const std::string& candidate) const {
    const Samples* samples = find(metric, candidate);
    return samples ? std::optional(samples->quantile(0.99)) : std::nullopt;
}

std::vector<Verdict> judge(const Results& results) {
    using Figure = std::optional<double>;
    std::vector<Verdict> verdicts;
    const auto ratio = [&](std::string promise, Figure ours, Figure other, double limit,
                           bool at_most) {
        if (ours && other)
            verdicts.push_back({std::move(promise), *ours / *other, limit, "x", at_most});
    };
    const auto difference = [&](std::string promise, Figure ours, Figure other, double limit,
                                std::string unit) {
        if (ours && other)
            verdicts.push_back({std::move(promise), *ours - *other, limit, std::move(unit), true});
    };
    const auto median = [&](const char* metric, const char* who) {
        return results.median(metric, who);
    };
    const auto p99 = [&](const char* metric, const char* who) { return results.p99(metric, who); };

    ratio("round trip, median against the relay", median(round_trip, "ours"),
          median(round_trip, "relay"), 1.05, true);
    ratio("round trip, median against PolyGlot", median(round_trip, "ours"),
          median(round_trip, "PolyGlot"), 1.02, true);
    for (const char* row : {book_hit, engine_move, xboard_move, xboard_book})
        ratio(std::string(row) + ", median against PolyGlot", median(row, "ours"),
              median(row, "PolyGlot"), 0.5, true);
    ratio("round trip, p99 against PolyGlot", p99(round_trip, "ours"), p99(round_trip, "PolyGlot"),
          1, true);
    difference("book hit, median over the relay's round trip", median(book_hit, "ours"),
               median(book_hit, "relay"), 10, "us");
    for (const char* flood : {flood_lines, flood_blocks})
        ratio(std::string(flood) + ", against the relay", median(flood, "ours"),
              median(flood, "relay"), 0.7, false);
    // Not with a write per line: then the engine is the bottleneck, and may be no 5 times as fast
    // as PolyGlot itself.
    ratio(std::string(flood_blocks) + ", against PolyGlot", median(flood_blocks, "ours"),
          median(flood_blocks, "PolyGlot"), 5, false);
    difference("start-up over the engine's own", median(start_up, "ours"),
               median(start_up, "direct"), 4, "ms");
    difference("quit over the engine's own", median(quit_time, "ours"), median(quit_time, "direct"),
               20, "ms");
    // No promise for ping: PolyGlot answers it without asking the engine.
    ratio("thinking lines, against PolyGlot", median(thinking_speed, "ours"),
          median(thinking_speed, "PolyGlot"), 10, false);
    if (const Figure lines = median(stalled_lines, "ours"))
        verdicts.push_back(
            {"lines before the move when the GUI has stalled", *lines, 5000, "lines", true});
    // Most of it is pages of program files, which all adapters share. A book that is read into
    // memory, or one more large library in each adapter, exceeds the limit.
    if (const Figure rss = median(resident_big, "ours"))
        verdicts.push_back({"resident memory with the big book", *rss, 8, "MiB", true});
    if (const Figure own = median(private_big, "ours"))
        verdicts.push_back({"private memory with the big book", *own, 0.6, "MiB", true});
    difference("resident memory, big book over small book", median(resident_big, "ours"),
               median(resident_small, "ours"), 0.5, "MiB");
    return verdicts;
}

bool Comparison::has_changed() const {
    constexpr double least = 0.02; // less is of no use to anybody
    return is_known() && (low > 1 || high < 1) && std::abs(ratio - 1) >= least;
}

std::vector<Comparison> compare(const Results& results) {
    constexpr std::size_t pieces = 20,
                          // Binomial: of 20 ratios, 3 or fewer on one side of the true one: 0.13 %
        cut = 3;
    std::vector<Comparison> comparisons;
    for (const Metric& metric : results.metrics()) {
        if (metric.name == round_trip_sleeps) continue; // depends on the scheduler, and may be 0
        const auto old = metric.by_candidate.find("old"), ours = metric.by_candidate.find("ours");
        if (old == metric.by_candidate.end() || ours == metric.by_candidate.end()) continue;
        Comparison one{metric.name, metric.unit, old->second.median(), ours->second.median()};
        one.ratio = one.before > 0 ? one.now / one.before : 1;
        one.low = one.high = 1;
        one.more_is_better = metric.unit.ends_with("/s") || metric.unit == "%";
        if (old->second.size() >= pieces && ours->second.size() >= pieces) {
            const auto before = old->second.medians_of_pieces(pieces),
                       now = ours->second.medians_of_pieces(pieces);
            std::vector<double> ratios;
            for (std::size_t i = 0; i < pieces; ++i)
                ratios.push_back(now[i] / before[i]);
            std::sort(ratios.begin(), ratios.end());
            one.ratio = (ratios[pieces / 2 - 1] + ratios[pieces / 2]) / 2;
            one.low = ratios[cut];
            one.high = ratios[pieces - 1 - cut];
        }
        comparisons.push_back(std::move(one));
    }
    return comparisons;
}

namespace {

constexpr std::array<const char*, 5> columns = {"direct", "relay", "two cats", "PolyGlot", "ours"};

template <class... Args>
std::string print(const char* format, Args... args) {
    std::array<char, 256> text{};
    const int n = std::snprintf(text.data(), text.size(), format, args...);
    return std::string(text.data(), std::min(static_cast<std::size_t>(n), text.size() - 1));
}

std::string format_number(double value) {
    return print(std::abs(value) < 10 ? "%.2f" : "%.1f", value);
}

std::string format_row(const Metric& metric, const std::string& label, double q) {
    std::string row = print("| %s (%s) |", label.c_str(), metric.unit.c_str());
    for (const char* column : columns) {
        const auto it = metric.by_candidate.find(column);
        if (it != metric.by_candidate.end())
            row += print(" %s", format_number(it->second.quantile(q)).c_str());
        row += " |";
    }
    return row += '\n';
}

std::string quote(const std::string& text) {
    return '"' + text + '"';
} // our own names: nothing to escape

} // namespace

std::string format_markdown(const Results& results, const std::vector<Verdict>& verdicts) {
    std::string out = "| |";
    for (const char* column : columns)
        out += std::string(" ") + column + " |";
    out += "\n|---|";
    for (std::size_t i = 0; i < columns.size(); ++i)
        out += "---:|";
    out += "\n";
    for (const Metric& metric : results.metrics()) {
        out += format_row(metric, metric.name, 0.50);
        if (metric.with_p99) out += format_row(metric, metric.name + ", p99", 0.99);
    }
    if (verdicts.empty())
        return out + "\nour adapter was not measured: nothing to hold against the targets\n";
    out += "\n| target | measured | limit | |\n|---|---:|---:|---|\n";
    for (const Verdict& v : verdicts)
        out += print("| %s | %s %s | %s %s %s | %s |\n", v.promise.c_str(),
                     format_number(v.value).c_str(), v.unit.c_str(),
                     v.at_most ? "<=" : ">=", format_number(v.limit).c_str(), v.unit.c_str(),
                     v.kept() ? "PASS" : "FAIL");
    return out;
}

std::string format_comparison(const std::vector<Comparison>& comparisons) {
    std::string out = "| | old | new | ratio | between | |\n|---|---:|---:|---:|---|---|\n";
    for (const Comparison& one : comparisons) {
        const char* const verdict = one.is_worse() ? "WORSE" : one.has_changed() ? "better" : "";
        const std::string bounds =
            one.is_known() ? print("%.3f and %.3f", one.low, one.high) : "too few samples";
        out += print("| %s (%s) | %s | %s | %.3f | %s | %s |\n", one.metric.c_str(),
                     one.unit.c_str(), format_number(one.before).c_str(),
                     format_number(one.now).c_str(), one.ratio, bounds.c_str(), verdict);
    }
    return out;
}

std::string format_json(const Results& results, const std::vector<Verdict>& verdicts) {
    std::string out = "{\n  \"metrics\": [";
    const char* comma = "";
    for (const Metric& metric : results.metrics()) {
        for (const auto& [candidate, samples] : metric.by_candidate) {
            out += comma;
            out += "\n    {\"metric\": " + quote(metric.name) +
                   ", \"unit\": " + quote(metric.unit) + ", \"candidate\": " + quote(candidate) +
                   print(", \"samples\": %zu, \"median\": %.3f, \"p99\": %.3f, \"min\": %.3f, "
                         "\"max\": %.3f}",
                         samples.size(), samples.median(), samples.quantile(0.99),
                         samples.quantile(0), samples.quantile(1));
            comma = ",";
        }
    }
    out += "\n  ],\n  \"targets\": [";
    comma = "";
    for (const Verdict& v : verdicts) {
        out += comma;
        out += "\n    {\"target\": " + quote(v.promise) +
               print(", \"measured\": %.3f, \"limit\": %.3f, \"at_most\": %s, \"pass\": %s}",
                     v.value, v.limit, v.at_most ? "true" : "false", v.kept() ? "true" : "false");
        comma = ",";
    }
    return out + "\n  ]\n}\n";
}

} // namespace polyglot::bench
