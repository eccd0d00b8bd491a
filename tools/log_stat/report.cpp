#include "core/text/figures.hpp"
#include "tools/common/json.hpp"
#include "tools/log_stat/log_stat.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

using boost::json::object;

double mean_of(double sum, std::uint64_t count) {
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

double mean(const Measure& measure) {
    return mean_of(static_cast<double>(measure.sum.count()), measure.count);
}

double left_ply(const PlayTally& tally) {
    return mean_of(static_cast<double>(tally.left_plies), tally.left);
}

using Named = std::pair<std::string, PlayTally>;

// The most played first.
std::vector<Named> by_games(const std::map<std::string, PlayTally>& tallies) {
    std::vector<Named> sorted(tallies.begin(), tallies.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const Named& a, const Named& b) {
        return a.second.results.games() > b.second.results.games();
    });
    return sorted;
}

void write_heading(std::ostream& out, std::string_view what) {
    out << '\n'
        << std::setw(7) << "games" << std::setw(6) << "won" << std::setw(6) << "drawn" << std::setw(6) << "lost"
        << std::setw(6) << "?" << std::setw(9) << "moves" << std::setw(8) << "book" << std::setw(9) << "left at"
        << "  " << what << '\n';
}

void write_tally(std::ostream& out, const PlayTally& tally, std::string_view what) {
    const Results& results = tally.results;
    out << std::setw(7) << results.games() << std::setw(6) << results.won << std::setw(6) << results.drawn
        << std::setw(6) << results.lost << std::setw(6) << results.unknown << std::setw(9) << tally.moves
        << std::setw(8) << tally.book_moves << std::setw(9) << (tally.left == 0 ? "-" : text::fixed(left_ply(tally), 1))
        << "  " << what << '\n';
}

void write_measure(std::ostream& out, std::string_view what, const Measure& measure) {
    if (measure.count == 0) return;
    out << "  " << what << ": " << text::grouped(measure.count) << ", mean " << text::fixed(mean(measure), 1)
        << " ms, most " << text::grouped(static_cast<std::uint64_t>(measure.most.count())) << " ms (" << measure.where
        << ")\n";
}

object tally_json(const PlayTally& tally) {
    const Results& results = tally.results;
    object text{{"games", results.games()},       {"won", results.won},         {"drawn", results.drawn},
                {"lost", results.lost},           {"unknown", results.unknown}, {"moves", tally.moves},
                {"book_moves", tally.book_moves}, {"left_book", tally.left}};
    if (tally.left > 0) text["left_book_mean_ply"] = left_ply(tally);
    return text;
}

object measure_json(const Measure& measure) {
    object text{{"count", measure.count}};
    if (measure.count == 0) return text;
    text["mean_ms"] = mean(measure);
    text["most_ms"] = measure.most.count();
    text["where"] = json_of(std::string_view(measure.where));
    return text;
}

} // namespace

void write_text(std::ostream& out, const LogStat& stat) {
    out << text::counted(stat.files, "file") << ", " << text::counted(stat.lines, "line") << ", "
        << text::counted(stat.processes, "process", "processes") << '\n';
    if (!stat.engines.empty()) write_heading(out, "engine");
    for (const auto& [name, engine] : stat.engines) {
        if (engine.as_white.results.games() > 0) write_tally(out, engine.as_white, name + " as White");
        if (engine.as_black.results.games() > 0) write_tally(out, engine.as_black, name + " as Black");
    }
    if (!stat.openings.empty()) write_heading(out, "opening");
    for (const auto& [name, tally] : by_games(stat.openings))
        write_tally(out, tally, name);
    for (const auto& [name, engine] : stat.engines) {
        if (engine.thinking.count + engine.lag.count == 0) continue;
        out << '\n' << name << '\n';
        write_measure(out, "moves of the engine", engine.thinking);
        write_measure(out, "moves that overran their time", engine.overrun);
        write_measure(out, "lag between GUI and engine", engine.lag);
    }
    out << "\nengine failures: " << stat.failure_count << ", restarts: " << stat.restarts << '\n';
    for (const std::string& failure : stat.failures)
        out << "  " << failure << '\n';
    if (stat.failure_count > stat.failures.size())
        out << "  and " << stat.failure_count - stat.failures.size() << " more\n";
    if (!stat.remarks.empty()) out << '\n';
    for (const std::string& remark : stat.remarks)
        out << remark << '\n';
}

std::string format_json(const LogStat& stat) {
    object engines;
    for (const auto& [name, engine] : stat.engines)
        engines[json_of(std::string_view(name))] = object{{"white", tally_json(engine.as_white)},
                                                          {"black", tally_json(engine.as_black)},
                                                          {"thinking", measure_json(engine.thinking)},
                                                          {"overrun", measure_json(engine.overrun)},
                                                          {"lag", measure_json(engine.lag)}};
    object openings;
    for (const auto& [name, tally] : by_games(stat.openings))
        openings[name] = tally_json(tally);
    return boost::json::serialize(object{{"files", stat.files},
                                         {"lines", stat.lines},
                                         {"processes", stat.processes},
                                         {"engines", std::move(engines)},
                                         {"openings", std::move(openings)},
                                         {"failures", stat.failure_count},
                                         {"first_failures", json_of(stat.failures)},
                                         {"restarts", stat.restarts},
                                         {"remarks", json_of(stat.remarks)}});
}

} // namespace polyglot::tools
