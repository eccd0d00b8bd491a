// learn-book -show begins with a summary of the players.
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/learn_book/learn_book.hpp"
#include "tools/learning/csv.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace polyglot::tools {
namespace {

constexpr std::size_t most_engines = 10; // listed in the summary
constexpr std::size_t most_opponents = 3;

// Returns the name, or its beginning if it is too long for a column.
std::string short_name(const std::string& name) {
    constexpr std::size_t longest = 40; // bytes
    if (name.empty()) return "(no name)";
    if (name.size() <= longest) return name;
    std::size_t end = longest;
    while (end > 0 && text::is_continuation_byte(name[end])) // not within a UTF-8 character
        --end;
    return name.substr(0, end) + "...";
}

struct Sum {
    std::uint64_t games = 0, half_points = 0;
    void add(const io::LearnRow& row) {
        games += row.games;
        half_points += row.half_points;
    }
};

// Estimates the number of games from the results of their moves.
class Estimate {
  public:
    void add(const io::LearnRow& row, const LearntPosition* position) {
        (position != nullptr ? at_ply_[position->plies] : elsewhere_[row.key]).add(row);
    }
    // Returns the sum over both colours of the greatest number of results at a ply: a game
    // contributes at most one result to a ply, and its engine has one colour.
    Sum games() const {
        std::array<Sum, 2> colours;
        for (const auto& [ply, sum] : at_ply_)
            if (Sum& most = colours[ply % 2]; sum.games > most.games) most = sum;
        if (at_ply_.empty())
            for (const auto& [key, sum] : elsewhere_)
                if (sum.games > colours[0].games) colours[0] = sum;
        return {colours[0].games + colours[1].games,
                colours[0].half_points + colours[1].half_points};
    }

  private:
    std::map<std::size_t, Sum> at_ply_;      // at positions with a known line
    std::map<std::uint64_t, Sum> elsewhere_; // at other positions, by key
};

struct Engine {
    std::map<std::string, std::uint64_t> opponents; // with the number of results against each
    Sum begun;
    Estimate all, undated;
    std::set<std::pair<std::uint64_t, std::uint16_t>> moves;
    std::int32_t first_day = io::latest_day, last_day = io::earliest_day;

    void add(const io::LearnRow& row, const LearntPosition* position) {
        opponents[row.opponent] += row.games;
        all.add(row, position);
        moves.emplace(row.key, row.move);
        first_day = std::min(first_day, row.first_day);
        last_day = std::max(last_day, row.last_day);
    }
    Sum games() const {
        const Sum others = undated.games();
        const Sum sum{begun.games + others.games, begun.half_points + others.half_points};
        // A table that was imported may lack first moves.
        return sum.games > 0 ? sum : all.games();
    }
};

std::string score_of(const Sum& sum) {
    return text::fixed(50.0 * static_cast<double>(sum.half_points) / static_cast<double>(sum.games),
                       1) +
           '%';
}

std::string opponents_of(const Engine& engine) {
    std::vector<std::pair<std::string, std::uint64_t>> sorted(engine.opponents.begin(),
                                                              engine.opponents.end());
    std::ranges::stable_sort(sorted,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string list;
    for (std::size_t i = 0; i < sorted.size() && i < most_opponents; ++i) {
        if (i > 0) list += "; ";
        list += short_name(sorted[i].first);
    }
    if (sorted.size() > most_opponents)
        list += " and " + std::to_string(sorted.size() - most_opponents) + " more";
    return list;
}

std::string in_columns(const std::array<std::string, 5>& cells, const std::string& rest) {
    constexpr std::array<std::size_t, 5> widths{8, 8, 8, 12, 12};
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += std::string(widths[i] - std::min(widths[i], cells[i].size()), ' ') + cells[i];
    return line + "  " + rest + '\n';
}

} // namespace

std::string format_learn_summary(const std::string& name, const LearntRows& rows,
                                 const std::unordered_map<std::uint64_t, LearntPosition>& found) {
    std::map<std::string, Engine> engines;
    std::set<std::string> opponents;
    std::int32_t first_day = io::latest_day;
    std::int32_t last_day = io::earliest_day;
    const auto position_of = [&found](const io::LearnRow& row) {
        const auto position = found.find(row.key);
        return position == found.end() ? nullptr : &position->second;
    };
    for (const io::LearnRow& row : rows.begins)
        engines[row.engine].begun.add(row);
    for (const io::LearnRow& row : rows.undated)
        engines[row.engine].undated.add(row, position_of(row));
    for (const io::LearnRow& row : rows.all) {
        engines[row.engine].add(row, position_of(row));
        opponents.insert(row.opponent);
        first_day = std::min(first_day, row.first_day);
        last_day = std::max(last_day, row.last_day);
    }
    // These are results of learn fields.
    if (engines.size() == 1 && engines.begin()->first.empty() && first_day == 0 && last_day == 0) {
        const Engine& all = engines.begin()->second;
        const Sum games = all.games();
        return name + ": " + text::counted(all.moves.size(), "move") + " of " +
               text::counted(games.games, "game") + " or more, score " + score_of(games) + '\n';
    }
    std::vector<std::pair<const std::string*, const Engine*>> sorted;
    sorted.reserve(engines.size());
    for (const auto& [engine, results] : engines)
        sorted.emplace_back(&engine, &results);
    std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
        return a.second->games().games > b.second->games().games;
    });
    std::string summary =
        name + ": " + text::counted(engines.size(), "engine") + ", " +
        text::counted(opponents.size(), "opponent") + ", " + format_day(first_day) + " to " +
        format_day(last_day) + '\n' +
        in_columns({"games", "score", "moves", "first", "last"}, "engine against opponents");
    for (std::size_t i = 0; i < sorted.size() && i < most_engines; ++i) {
        const Engine& engine = *sorted[i].second;
        const Sum games = engine.games();
        summary += in_columns({std::to_string(games.games), score_of(games),
                               std::to_string(engine.moves.size()), format_day(engine.first_day),
                               format_day(engine.last_day)},
                              short_name(*sorted[i].first) + " against " + opponents_of(engine));
    }
    if (sorted.size() > most_engines)
        summary += "          and " + text::counted(sorted.size() - most_engines, "engine") +
                   " with fewer games\n";
    return summary;
}

} // namespace polyglot::tools
