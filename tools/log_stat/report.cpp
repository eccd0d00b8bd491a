#include "tools/log_stat/report.hpp"

#include "core/text/figures.hpp"
#include "tools/common/json.hpp"

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

void write_heading(std::ostream& out) {
    out << '\n'
        << std::setw(7) << "games" << std::setw(6) << "won" << std::setw(6) << "drawn"
        << std::setw(6) << "lost" << std::setw(6) << "?" << std::setw(9) << "moves" << std::setw(8)
        << "book" << std::setw(9) << "left at"
        << "  engine\n";
}

void write_openings(std::ostream& out,
                    const std::vector<std::pair<std::string, OpeningTally>>& openings) {
    if (openings.empty()) return;
    out << '\n'
        << std::setw(7) << "games" << std::setw(6) << "1-0" << std::setw(6) << "drawn"
        << std::setw(6) << "0-1" << std::setw(6) << "?" << std::setw(9) << "White" << std::setw(8)
        << "book" << std::setw(9) << "left at"
        << "  opening\n";
    for (const auto& [name, tally] : openings) {
        const auto score = tally.white_score();
        const double left = mean_of(static_cast<double>(tally.left_plies), tally.left);
        out << std::setw(7) << tally.games << std::setw(6) << tally.white_won << std::setw(6)
            << tally.drawn << std::setw(6) << tally.black_won << std::setw(6) << tally.unknown
            << std::setw(9) << (score ? text::fixed(100 * *score, 1) + " %" : "-") << std::setw(8)
            << tally.book_moves << std::setw(9) << (tally.left == 0 ? "-" : text::fixed(left, 1))
            << "  " << name << '\n';
    }
}

void write_reasons(std::ostream& out, const EngineTally& engine) {
    std::vector<std::pair<std::string, std::uint64_t>> sorted(engine.left_because.begin(),
                                                              engine.left_because.end());
    std::ranges::stable_sort(sorted,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [reason, games] : sorted)
        out << "  left the book in " << text::counted(games, "game") << ": " << reason << '\n';
}

void write_tally(std::ostream& out, const PlayTally& tally, std::string_view what) {
    const Results& results = tally.results;
    out << std::setw(7) << results.games() << std::setw(6) << results.won << std::setw(6)
        << results.drawn << std::setw(6) << results.lost << std::setw(6) << results.unknown
        << std::setw(9) << tally.moves << std::setw(8) << tally.book_moves << std::setw(9)
        << (tally.left == 0 ? "-" : text::fixed(left_ply(tally), 1)) << "  " << what << '\n';
}

void write_measure(std::ostream& out, std::string_view what, const Measure& measure) {
    if (measure.count == 0) return;
    out << "  " << what << ": " << text::grouped(measure.count) << ", mean "
        << text::fixed(mean(measure), 1) << " ms, most "
        << text::grouped(static_cast<std::uint64_t>(measure.most.count())) << " ms ("
        << measure.where << ")\n";
}

object tally_json(const PlayTally& tally) {
    const Results& results = tally.results;
    object text{{"games", results.games()},       {"won", results.won},
                {"drawn", results.drawn},         {"lost", results.lost},
                {"unknown", results.unknown},     {"moves", tally.moves},
                {"book_moves", tally.book_moves}, {"left_book", tally.left}};
    if (tally.left > 0) text["left_book_mean_ply"] = left_ply(tally);
    return text;
}

object opening_json(const OpeningTally& tally) {
    object text{{"games", tally.games},           {"white_won", tally.white_won},
                {"drawn", tally.drawn},           {"black_won", tally.black_won},
                {"unknown", tally.unknown},       {"moves", tally.moves},
                {"book_moves", tally.book_moves}, {"left_book", tally.left}};
    if (const auto score = tally.white_score()) text["white_score"] = *score;
    if (tally.left > 0)
        text["left_book_mean_ply"] = mean_of(static_cast<double>(tally.left_plies), tally.left);
    return text;
}

object reasons_json(const EngineTally& engine) {
    object reasons;
    for (const auto& [reason, games] : engine.left_because)
        reasons[json_of(std::string_view(reason))] = games;
    return reasons;
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
    if (!stat.engines.empty()) write_heading(out);
    for (const auto& [name, engine] : stat.engines) {
        if (engine.as_white.results.games() > 0)
            write_tally(out, engine.as_white, name + " as White");
        if (engine.as_black.results.games() > 0)
            write_tally(out, engine.as_black, name + " as Black");
    }
    write_openings(out, stat.openings.tallies());
    for (const auto& [name, engine] : stat.engines) {
        if (engine.thinking.count + engine.lag.count == 0) continue;
        out << '\n' << name << '\n';
        write_reasons(out, engine);
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
        engines[json_of(std::string_view(name))] = object{
            {"white", tally_json(engine.as_white)},    {"black", tally_json(engine.as_black)},
            {"left_because", reasons_json(engine)},    {"thinking", measure_json(engine.thinking)},
            {"overrun", measure_json(engine.overrun)}, {"lag", measure_json(engine.lag)}};
    object openings;
    for (const auto& [name, tally] : stat.openings.tallies())
        openings[name] = opening_json(tally);
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
