// learn-book -show lists positions, moves and their scores.
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "tools/books/text.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/common/csv.hpp"
#include "tools/learn_book/learn_book.hpp"
#include "tools/learn_book/shown.hpp"
#include "tools/learn_book/values.hpp"
#include "tools/learning/positions.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <ostream>
#include <tuple>

namespace polyglot::tools {
namespace {

constexpr std::size_t most_positions = 300'000; // examined to find the results' positions

// Holds the results of one engine's move against the selected opponents.
struct Line {
    std::string engine; // empty for learn fields
    MoveResults results;
    std::string position; // the moves to it, or its key
    std::string fen;      // empty if only the key is known
    std::string move;
    std::optional<std::size_t> plies; // the number of moves to the position
    std::optional<int> value_cp{};    // of the move, for its side, from -values
    // Returns the points above one half, in half-points.
    std::int64_t gain() const {
        return static_cast<std::int64_t>(results.half_points) -
               static_cast<std::int64_t>(results.games);
    }
};

std::string key_text(std::uint64_t key) {
    return "0x" + text::hexadecimal(key);
}

std::string score_text(std::uint64_t games, std::uint64_t half_points) { // in percent
    return games == 0
               ? "-"
               : text::fixed(50.0 * static_cast<double>(half_points) / static_cast<double>(games),
                             1);
}

std::string gain_text(const Line& line) {
    return (line.gain() > 0 ? "+" : "") + text::fixed(static_cast<double>(line.gain()) / 2.0, 1);
}

Line to_line(const io::LearnRow& row, const LearntPosition* found) {
    Line line{row.engine,
              {row.key, row.move, 0, 0, row.first_day, row.last_day},
              key_text(row.key),
              {},
              format_raw_move(row.move),
              {}};
    if (found == nullptr) return line;
    line.position = found->line.empty() ? "start position" : found->line;
    line.fen = found->fen;
    line.move = found->name(row.move);
    line.plies = found->plies;
    return line;
}

std::string day_text(std::int32_t first_day, std::int32_t last_day, std::int32_t day) {
    return last_day == 0 && first_day == 0 ? "-" : format_day(day); // learn fields have no dates
}

// Counts the characters of a UTF-8 text.
std::size_t characters_in(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & '\xc0') != '\x80'; }));
}

std::string pad(const std::string& text, std::size_t width) {
    const std::size_t columns = characters_in(text);
    return columns < width ? text + std::string(width - columns, ' ') : text;
}

std::string pad_left(const std::string& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string value_text(const Line& line) {
    if (!line.value_cp) return "-";
    return (*line.value_cp > 0 ? "+" : "") + text::fixed(*line.value_cp / 100.0, 2);
}

std::string promise_text(const Line& line) { // in percent
    return line.value_cp ? text::fixed(book::promised_score(*line.value_cp) / 10.0, 1) : "-";
}

book::PlayedAs played_as(const Line& line) {
    const MoveResults& results = line.results;
    if (!line.value_cp || results.games == 0) return book::PlayedAs::Promised;
    return book::played_as(book::promised_score(*line.value_cp),
                           book::least_score(results.games, results.half_points),
                           book::greatest_score(results.games, results.half_points));
}

// Names the moves whose results contradict their values.
void print_contradictions(const std::vector<Line>& lines, std::ostream& out) {
    std::size_t valued = 0;
    std::size_t named = 0;
    for (const Line& line : lines) {
        if (line.value_cp) ++valued;
        const book::PlayedAs played = played_as(line);
        if (played == book::PlayedAs::Promised) continue;
        ++named;
        out << (played == book::PlayedAs::Worse ? "worse than its value:  "
                                                : "better than its value: ")
            << line.move << " scores " << score_text(line.results.games, line.results.half_points)
            << "% in " << text::counted(line.results.games, "game") << "; " << value_text(line)
            << " promises " << promise_text(line) << '%'
            << (line.engine.empty() ? "" : " (" + line.engine + ")") << ": " << line.position
            << '\n';
    }
    out << text::grouped(valued) << " of " << text::counted(lines.size(), "line")
        << (lines.size() == 1 ? " has" : " have") << " a value, "
        << (named == 0 ? "none contradicts it" : text::grouped(named) + " contradict it") << '\n';
}

struct TableColumns {
    bool engine = false, position = false, values = false;
};

void print_table(const std::vector<Line>& lines, const TableColumns& with, std::ostream& out) {
    std::size_t engine_width = std::string_view("engine").size();
    for (const Line& line : lines)
        engine_width = std::max(engine_width, characters_in(line.engine));
    const auto print = [&](const std::vector<std::string>& numbers,
                           const std::vector<std::string>& words, const std::string& engine,
                           const std::string& position) {
        std::string row =
            pad_left(numbers[0], 8) + pad_left(numbers[1], 8) + pad_left(numbers[2], 8);
        if (with.values) row += pad_left(numbers[3], 8) + pad_left(numbers[4], 10);
        row += "  " + pad(words[0], 10) + "  " + pad(words[1], 10) + "  " + pad(words[2], 7);
        if (with.engine) row += "  " + pad(engine, engine_width);
        if (with.position) row += "  " + position;
        row.erase(row.find_last_not_of(' ') + 1);
        out << row << '\n';
    };
    print({"games", "score", "gain", "value", "promised"}, {"first", "last", "move"}, "engine",
          "position");
    for (const Line& line : lines) {
        const MoveResults& results = line.results;
        print({std::to_string(results.games), score_text(results.games, results.half_points) + '%',
               gain_text(line), value_text(line), promise_text(line) + (line.value_cp ? "%" : "")},
              {day_text(results.first_day, results.last_day, results.first_day),
               day_text(results.first_day, results.last_day, results.last_day), line.move},
              line.engine, line.position);
    }
}

void print_csv(const std::vector<Line>& lines, bool with_values, std::ostream& out) {
    out << "key,fen,position,move,engine,games,half_points,score,gain,first,last"
        << (with_values ? ",value,promised,played" : "") << "\r\n";
    for (const Line& line : lines) {
        const MoveResults& results = line.results;
        CsvRow row;
        row.add(key_text(results.key))
            .add(line.fen)
            .add(line.position)
            .add(line.move)
            .add(line.engine)
            .add(results.games)
            .add(results.half_points)
            .add(score_text(results.games, results.half_points))
            .add(gain_text(line))
            .add(day_text(results.first_day, results.last_day, results.first_day))
            .add(day_text(results.first_day, results.last_day, results.last_day));
        if (with_values && !line.value_cp) row.skip(3);
        if (with_values && line.value_cp) {
            const book::PlayedAs played = played_as(line);
            row.add(*line.value_cp)
                .add(promise_text(line))
                .add(played == book::PlayedAs::Worse    ? "worse"
                     : played == book::PlayedAs::Better ? "better"
                                                        : "");
        }
        out << row.text() << "\r\n";
    }
}

// Takes a row of visit_by_day(), which divides a move's games by day.
void take_row(LearntRows& rows, const io::LearnRow& row) {
    if (!row.dated) rows.undated.push_back(row);
    if (row.dated && row.dated->begins) rows.begins.push_back(row);
    const auto whole = [](const io::LearnRow& r) {
        return std::tie(r.key, r.move, r.engine, r.opponent);
    };
    if (rows.all.empty() || whole(rows.all.back()) != whole(row)) {
        rows.all.push_back(row);
        rows.all.back().dated.reset();
        return;
    }
    io::LearnRow& sum = rows.all.back();
    sum.games += row.games;
    sum.half_points += row.half_points;
    sum.first_day = std::min(sum.first_day, row.first_day);
    sum.last_day = std::max(sum.last_day, row.last_day);
}

// Returns the rows of a store that -engine and -opponent select, or those of the learn fields,
// which have neither names nor days.
Result<LearntRows> rows_in(const LearnBookOptions& options, std::string_view variant) {
    LearntRows rows;
    if (options.bin.empty()) {
        const auto db = io::LearnDb::open(options.store, io::LearnDb::Access::Read);
        if (!db) return db.error();
        const io::LearnFilter filter = filter_for(options, variant);
        auto visited =
            (*db)->visit_by_day(filter, [&rows](const io::LearnRow& row) -> Result<void> {
                take_row(rows, row);
                return {};
            });
        if (!visited) return visited.error();
        if (!rows.all.empty()) return rows;
        const auto reason = explain_filter(**db, filter);
        if (!reason) return reason.error();
        if (!reason->empty()) return make_error(to_text(options.store) + ": " + *reason);
        return rows;
    }
    const auto fields = open_learn_fields_book(options.bin);
    if (!fields) return fields.error();
    const auto dialect = fields->evidence.dialect;
    if (!book::is_polyglot(dialect) && dialect != book::LearnDialect::LossesWins)
        return make_error(to_text(options.bin) + ": its learn fields are not results but " +
                          std::string(book::name_of(dialect)) + ": " + fields->evidence.reason);
    const book::EntryTable& table = fields->book.entries();
    for (std::uint64_t number = 0; number < table.size(); ++number) {
        const book::RawEntry entry = table[number];
        const auto [games, half_points] = results_of(entry, dialect);
        if (games > 0)
            rows.all.push_back(
                {entry.key, fields->move_of(entry), {}, {}, games, half_points, 0, 0});
    }
    rows.undated = rows.all;
    return rows;
}

// Returns one line for each move and engine.
std::vector<Line> to_lines(const std::vector<io::LearnRow>& rows,
                           const std::unordered_map<std::uint64_t, LearntPosition>& found) {
    std::vector<Line> lines;
    std::size_t first = 0; // the first line of this key and move
    for (const io::LearnRow& row : rows) {
        if (!lines.empty() &&
            (lines.back().results.key != row.key || lines.back().results.move != row.move))
            first = lines.size();
        std::size_t number = first;
        while (number < lines.size() && lines[number].engine != row.engine)
            ++number;
        if (number == lines.size()) {
            const auto position = found.find(row.key);
            lines.push_back(to_line(row, position == found.end() ? nullptr : &position->second));
        }
        MoveResults& sum = lines[number].results;
        sum.games += row.games;
        sum.half_points += row.half_points;
        sum.first_day = std::min(sum.first_day, row.first_day);
        sum.last_day = std::max(sum.last_day, row.last_day);
    }
    return lines;
}

// Sorts positions with known lines before the others and by the length of their lines; the moves of
// a position come by descending number of games.
bool by_line(const Line& a, const Line& b) {
    const auto order = [](const Line& line) {
        return std::tuple(line.fen.empty(), line.plies == 0 ? 0 : line.position.size());
    };
    if (order(a) != order(b)) return order(a) < order(b);
    if (a.position != b.position) return a.position < b.position;
    return a.results.games > b.results.games;
}

void sort_lines(std::vector<Line>& lines, LearnSort sort) {
    std::ranges::stable_sort(lines, by_line);
    if (sort == LearnSort::Line) return;
    std::ranges::stable_sort(lines, [sort](const Line& a, const Line& b) {
        if (sort == LearnSort::Gain) return a.gain() > b.gain();
        if (sort == LearnSort::Loss) return a.gain() < b.gain();
        return a.results.games > b.results.games;
    });
}

void choose_lines(std::vector<Line>& lines, const LearnBookOptions& options) {
    std::erase_if(lines, [&options](const Line& line) {
        if (line.results.games < options.min_games) return true;
        return options.max_ply && (!line.plies || *line.plies > *options.max_ply);
    });
    sort_lines(lines, options.sort);
    if (options.top && lines.size() > *options.top)
        lines.resize(static_cast<std::size_t>(*options.top));
}

} // namespace

std::unordered_map<std::uint64_t, LearntPosition>
find_positions(const std::vector<io::LearnRow>& rows, const book::Book* book) {
    std::vector<KeyedMove> moves;
    moves.reserve(rows.size());
    for (const io::LearnRow& row : rows)
        moves.push_back({row.key, row.move});
    const LearntPositions positions(chess::Position::start(), moves, book, most_positions);
    std::unordered_map<std::uint64_t, LearntPosition> found;
    for (const auto& [key, one] : positions.found()) {
        const auto line = positions.line_to(one.node);
        found.emplace(
            key, learnt_at(one.position, format_line(chess::Position::start(), line), line.size()));
    }
    return found;
}

LearntPosition learnt_at(const chess::Position& position, std::string line, std::size_t plies) {
    const auto name = [position](std::uint16_t raw) {
        const chess::Move move = book::decode_move(raw, position);
        return move ? chess::format_san(position, move) : format_raw_move(raw);
    };
    return {chess::format_fen(position), name, std::move(line), plies};
}

Result<std::pair<std::uint64_t, LearntPosition>> learnt_at_fen(const std::string& fen) {
    const auto position = chess::parse_fen(fen);
    if (!position) return make_error("-fen: " + position.error().message);
    return std::pair(position->key(), learnt_at(*position, chess::format_fen(*position), 0));
}

namespace {

Result<void> add_values(const LearnBookOptions& options, const Shown& shown,
                        std::vector<Line>& lines) {
    if (shown.of)
        return make_error(to_text(options.values) + ": has values of chess, and " +
                          to_text(!options.bin.empty()    ? options.bin
                                  : !options.book.empty() ? options.book
                                                          : options.store) +
                          " is of " + std::string(shown.variant()));
    const auto values = MoveValues::load(options.values);
    if (!values) return values.error();
    for (Line& line : lines)
        line.value_cp = values->find(line.results.key, line.results.move);
    return {};
}

std::string also_text(const Shown& shown) {
    return shown.also.empty() ? "" : "; there are results of " + shown.also + " too (-variant)";
}

} // namespace

Result<std::string> show_results(const LearnBookOptions& options, LearnStreams streams) {
    const auto shown = find_shown(options);
    if (!shown) return shown.error();
    std::optional<std::pair<std::uint64_t, LearntPosition>> wanted;
    if (options.fen) {
        auto position =
            shown->of ? learnt_at_fen(*options.fen, *shown->of) : learnt_at_fen(*options.fen);
        if (!position) return position.error();
        wanted = *std::move(position);
    }
    auto rows = rows_in(options, shown->variant());
    if (!rows) return rows.error();
    if (wanted)
        std::erase_if(rows->all,
                      [&wanted](const io::LearnRow& row) { return row.key != wanted->first; });

    std::unordered_map<std::uint64_t, LearntPosition> found;
    if (wanted)
        found.insert(*wanted);
    else if (shown->of)
        found = find_variant_positions(rows->all, *shown->of,
                                       shown->variant_book ? &*shown->variant_book : nullptr);
    else
        found = find_positions(rows->all, shown->book.get());
    std::vector<Line> lines = to_lines(rows->all, found);
    const std::size_t all = lines.size();
    choose_lines(lines, options);
    const bool with_values = !options.values.empty();
    if (with_values)
        if (auto added = add_values(options, *shown, lines); !added) return added.error();
    if (options.csv) {
        print_csv(lines, with_values, streams.out);
        return std::string();
    }
    if (all == 0) return "no results" + also_text(*shown);
    const bool store = options.bin.empty();
    const std::string of = shown->of && store ? " (" + std::string(shown->variant()) + ")" : "";
    if (wanted)
        streams.out << wanted->second.fen << of << '\n';
    else
        streams.out << format_learn_summary(to_text(store ? options.store : options.bin) + of,
                                            *rows, found)
                    << '\n';
    if (lines.empty()) return std::string("no move is left of ") + text::counted(all, "line");
    print_table(lines, {.engine = store, .position = !wanted, .values = with_values}, streams.out);
    if (with_values) print_contradictions(lines, streams.out);
    const std::uint64_t games =
        std::accumulate(lines.begin(), lines.end(), std::uint64_t{0},
                        [](auto sum, const Line& line) { return sum + line.results.games; });
    return (lines.size() < all ? text::grouped(lines.size()) + " of " : std::string()) +
           text::counted(all, "line") + ", moves played " + text::counted(games, "time") +
           also_text(*shown);
}

} // namespace polyglot::tools
