// What was measured: for each metric and candidate the samples, and which targets they must reach.
#pragma once
#include "tests/bench/child.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::bench {

// Numbers in the metric's own unit.
class Samples {
  public:
    void add(double value) { values_.push_back(value); }
    bool empty() const { return values_.empty(); }
    std::size_t size() const { return values_.size(); }
    double median() const { return quantile(0.50); }
    // The smallest sample that a share q of all samples does not exceed (nearest rank). There must
    // be samples.
    double quantile(double q) const;
    // The median of each of so many pieces, cut in the order in which the samples were taken. There
    // must be enough.
    std::vector<double> medians_of_pieces(std::size_t pieces) const;

  private:
    std::vector<double> values_;
};

struct Metric {
    std::string name;
    std::string unit;
    bool with_p99 = false;
    std::map<std::string, Samples> by_candidate;
};

class Results {
  public:
    Metric& metric(const std::string& name, const std::string& unit, bool with_p99 = false);
    const std::deque<Metric>& metrics() const { return metrics_; }
    // nullopt if it was not measured.
    std::optional<double> median(const std::string& metric, const std::string& candidate) const;
    std::optional<double> p99(const std::string& metric, const std::string& candidate) const;

  private:
    const Samples* find(const std::string& metric, const std::string& candidate) const;
    std::deque<Metric> metrics_; // metric() hands out references that stay valid
};

// One promise about our adapter, held against what was measured.
struct Verdict {
    std::string promise;
    double value = 0;
    double limit = 0;
    std::string unit;
    bool at_most = true; // false: at least
    bool kept() const { return at_most ? value <= limit : value >= limit; }
};
// Only those whose figures are all there.
std::vector<Verdict> judge(const Results& results);

// Our adapter and another build of it ("old"), which took turns: one metric.
struct Comparison {
    std::string metric, unit;
    double before = 0, now = 0; // medians
    // Of both, and where the true one lies (docs/performance.md); 1 to 1: unknown
    double ratio = 1, low = 1, high = 1;
    bool more_is_better = false;
    bool is_known() const { return low < high; }
    bool has_changed() const;
    bool is_worse() const { return has_changed() && (ratio > 1) != more_is_better; }
};
std::vector<Comparison> compare(const Results& results);
std::string format_comparison(const std::vector<Comparison>& comparisons);

std::string format_markdown(const Results& results, const std::vector<Verdict>& verdicts);
std::string format_json(const Results& results, const std::vector<Verdict>& verdicts);

inline double to_us(Nanoseconds t) {
    return static_cast<double>(t.count()) / 1e3;
}
inline double to_ms(Nanoseconds t) {
    return static_cast<double>(t.count()) / 1e6;
}

} // namespace polyglot::bench
