#include "tools/explore/learning.hpp"

#include "config/learn_server.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tools/books/tree/shown_book.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/learnt_moves.hpp"
#include "tools/learning/positions.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Position;

constexpr std::size_t most_scanned = 2'000'000;
constexpr std::size_t most_positions = 300'000;
constexpr std::size_t most_lines = 100;
// Limits the lines with the greatest gains and those with the greatest losses.
constexpr std::size_t most_extremes = 8;
constexpr std::size_t most_names = 200;
constexpr int most_periods = 60; // for a chart

// Counts games by the day on which they ended.
class Days {
  public:
    void add(const io::LearnRow& row) {
        Counts& counts = days_[row.first_day];
        counts[0] += row.won();
        counts[1] += row.dated->drawn;
        counts[2] += row.lost();
    }

    // Returns "step" in days, and "rows" of [first day, won, drawn, lost]; days without games are
    // left out.
    json::object to_json() const {
        constexpr std::array<int, 4> steps{1, 7, 28, 364};
        const int range = days_.empty() ? 0 : days_.rbegin()->first - days_.begin()->first;
        const auto* const fitting =
            std::ranges::find_if(steps, [range](int step) { return range / step < most_periods; });
        const int step = fitting != steps.end() ? *fitting : range / most_periods + 1;
        std::map<std::int32_t, Counts> periods;
        for (const auto& [day, counts] : days_) {
            Counts& sum = periods[day - (day - days_.begin()->first) % step];
            for (std::size_t i = 0; i < counts.size(); ++i)
                sum[i] += counts[i];
        }
        json::array rows;
        for (const auto& [day, counts] : periods)
            rows.push_back(json::array{day, counts[0], counts[1], counts[2]});
        return {{"step", step}, {"rows", std::move(rows)}};
    }

  private:
    using Counts = std::array<std::uint64_t, 3>;
    std::map<std::int32_t, Counts> days_;
};

// Counts engines or opponents, and tells whether the user has selected them.
class Names {
  public:
    explicit Names(const std::optional<std::string>& wanted) : wanted_(wanted) {}

    struct Name {
        std::string shown;
        bool is_wanted = true;
        std::uint64_t results = 0;
    };
    Name& of(const std::string& name) {
        const auto [place, is_new] = names_.try_emplace(name);
        if (is_new) {
            place->second.shown = std::string(tools::json_of(name));
            place->second.is_wanted = !wanted_ || *wanted_ == place->second.shown;
        }
        return place->second;
    }

    // Returns those with the most results.
    json::array to_json() const {
        std::vector<const Name*> sorted;
        for (const auto& [name, one] : names_)
            sorted.push_back(&one);
        std::ranges::sort(sorted, [](const Name* a, const Name* b) {
            return a->results != b->results ? a->results > b->results : a->shown < b->shown;
        });
        if (sorted.size() > most_names) sorted.resize(most_names);
        json::array list;
        for (const Name* one : sorted)
            list.push_back(json::object{{"name", one->shown}, {"results", one->results}});
        return list;
    }

  private:
    const std::optional<std::string>& wanted_;
    std::unordered_map<std::string, Name> names_;
};

// Holds the state of reading the store once.
struct Reading {
    explicit Reading(const LearningQuestion& asked)
        : question(asked), engines(asked.engine), opponents(asked.opponent) {}

    const LearningQuestion& question;
    Names engines, opponents;
    LearntTally begun; // counted by their first moves
    Days days, days_here;
    std::uint64_t results = 0, undated = 0;
    std::vector<KeyedMove> moves;
    std::vector<LearntTally> tallies; // one for each move
    std::size_t rows = 0;
    bool is_stopped = false;

    Result<void> take(const io::LearnRow& row) {
        is_stopped = ++rows > most_scanned;
        if (is_stopped) return make_error({});
        Names::Name& engine = engines.of(row.engine);
        Names::Name& opponent = opponents.of(row.opponent);
        if (opponent.is_wanted) engine.results += row.games;
        if (engine.is_wanted) opponent.results += row.games;
        if (!engine.is_wanted || !opponent.is_wanted) return {};
        results += row.games;
        if (!row.dated) {
            undated += row.games;
        } else {
            if (row.dated->begins) {
                begun.add(row);
                days.add(row);
            }
            if (row.key == question.here.key()) days_here.add(row);
        }
        if (moves.empty() || moves.back().key != row.key || moves.back().move != row.move) {
            moves.push_back({row.key, row.move});
            tallies.emplace_back();
        }
        tallies.back().add(row);
        return {};
    }
};

// The moves with results that can be reached from the displayed position.
class Lines {
  public:
    Lines(const Reading& reading, const LearningQuestion& question)
        : reading_(reading),
          question_(question),
          positions_(question.here, reading.moves, nullptr, most_positions) {
        for (std::size_t i = 0; i < reading.moves.size(); ++i) {
            const auto found = positions_.found().find(reading.moves[i].key);
            if (found == positions_.found().end()) {
                ++elsewhere_;
            } else if (reading.tallies[i].games >= question.min_games) {
                lines_.push_back({i, &found->second});
            }
        }
    }

    std::size_t elsewhere() const { return elsewhere_; } // number of other moves
    std::size_t count() const { return lines_.size(); }

    // Returns the first lines in this order; gain and loss include only lines that have won or lost
    // something.
    json::array first(LearningOrder order, std::size_t most) {
        const auto end =
            lines_.begin() + static_cast<std::ptrdiff_t>(std::min(most, lines_.size()));
        std::partial_sort(lines_.begin(), end, lines_.end(),
                          [&](const Line& a, const Line& b) { return is_before(a, b, order); });
        json::array list;
        for (auto line = lines_.begin(); line != end; ++line)
            list.push_back(to_json(*line));
        return list;
    }
    json::array extremes(LearningOrder order) {
        json::array list = first(order, most_extremes);
        const auto is_none = [order](const json::value& line) {
            const double gain = line.at("gain").as_double();
            return order == LearningOrder::Gain ? gain <= 0 : gain >= 0;
        };
        list.erase(std::ranges::find_if(list, is_none), list.end());
        return list;
    }

  private:
    struct Line {
        std::size_t number = 0; // index of the move and its tally
        const LearntPositions::Found* position = nullptr;
    };

    bool is_before(const Line& a, const Line& b, LearningOrder order) const {
        const LearntTally& first = reading_.tallies[a.number];
        const LearntTally& second = reading_.tallies[b.number];
        if (order == LearningOrder::Gain && first.gain() != second.gain())
            return first.gain() > second.gain();
        if (order == LearningOrder::Loss && first.gain() != second.gain())
            return first.gain() < second.gain();
        if (order == LearningOrder::Recent && first.last_day != second.last_day)
            return first.last_day > second.last_day;
        if (first.games != second.games) return first.games > second.games;
        return a.position->node != b.position->node ? a.position->node < b.position->node
                                                    : a.number < b.number;
    }

    json::object to_json(const Line& line) const {
        json::object object = reading_.tallies[line.number].to_json();
        std::vector<chess::Move> moves = positions_.line_to(line.position->node);
        if (const chess::Move last =
                book::decode_move(reading_.moves[line.number].move, line.position->position))
            moves.push_back(last);
        json::array list;
        for (const chess::Move move : moves)
            list.push_back(json::string(chess::format_uci_move(move, question_.castling)));
        object["moves"] = std::move(list);
        object["san"] = format_line(question_.here, moves);
        object["gain"] = static_cast<double>(reading_.tallies[line.number].gain()) / 2;
        return object;
    }

    const Reading& reading_;
    const LearningQuestion& question_;
    LearntPositions positions_;
    std::vector<Line> lines_;
    std::size_t elsewhere_ = 0;
};

} // namespace

Result<std::shared_ptr<io::LearnDb>> Learning::open() const {
    const auto path = to_path(file_);
    if (!config::is_learn_server(file_)) io::note_input(path);
    return io::LearnDb::open(path, io::LearnDb::Access::Read);
}

Result<json::object> Learning::report(const io::LearnDb& store, const LearningQuestion& question) {
    Reading reading(question);
    const auto visited =
        store.visit_by_day({}, [&reading](const io::LearnRow& row) { return reading.take(row); });
    if (!visited && !reading.is_stopped) return visited.error();
    Lines lines(reading, question);
    return json::object{{"engines", reading.engines.to_json()},
                        {"opponents", reading.opponents.to_json()},
                        {"games", reading.begun.to_json()},
                        {"results", reading.results},
                        {"undated", reading.undated},
                        {"stopped", reading.is_stopped},
                        {"days", reading.days.to_json()},
                        {"days_here", reading.days_here.to_json()},
                        {"gained", lines.extremes(LearningOrder::Gain)},
                        {"lost", lines.extremes(LearningOrder::Loss)},
                        {"lines", lines.first(question.order, most_lines)},
                        {"line_count", lines.count()},
                        {"elsewhere", lines.elsewhere()}};
}

} // namespace polyglot::tools
