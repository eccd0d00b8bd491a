// learn-book -show: positions, moves and how they have scored.
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/text.hpp"
#include "tools/common/csv.hpp"
#include "tools/learn_book/csv.hpp"
#include "tools/learn_book/learn_book.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <ostream>
#include <tuple>
#include <unordered_set>

namespace polyglot::tools {
namespace {

constexpr std::size_t most_positions = 300'000; // looked at in search of the results' positions

// The moves to a node, each node with the one before it; the first one is the start position.
std::string line_of(const std::vector<std::pair<std::size_t, chess::Move>>& ways, std::size_t node) {
    std::vector<chess::Move> moves;
    for (; node != 0; node = ways[node].first)
        moves.push_back(ways[node].second);
    std::reverse(moves.begin(), moves.end());
    std::string line;
    chess::Position position = chess::Position::start();
    for (const chess::Move move : moves) {
        if (!line.empty()) line += ' ';
        if (position.side_to_move() == chess::Color::White) line += std::to_string(position.full_move_number()) + ". ";
        chess::make_and_append_san(position, move, line);
    }
    return line;
}

bool has_move(const std::vector<book::Entry>& entries, chess::Move move) {
    return std::any_of(entries.begin(), entries.end(), [move](const book::Entry& entry) { return entry.move == move; });
}

// What stands in one line of the table.
struct Line {
    MoveResults results;
    std::string position; // the moves to it, or its key
    std::string fen;      // empty when only its key is known
    std::string move;
};

std::string key_text(std::uint64_t key) {
    return "0x" + text::hexadecimal(key);
}

std::string score_text(const MoveResults& results) { // in percent
    return text::fixed(50.0 * static_cast<double>(results.half_points) / static_cast<double>(results.games), 1);
}

Line to_line(const MoveResults& results, const LearntPosition* found) {
    if (found == nullptr) return {results, key_text(results.key), {}, format_raw_move(results.move)};
    const chess::Move move = book::decode_move(results.move, found->position);
    return {results, found->line.empty() ? "start position" : found->line, chess::format_fen(found->position),
            move ? chess::format_san(found->position, move) : format_raw_move(results.move)};
}

std::string day_text(const MoveResults& results, std::int32_t day) {
    return results.last_day == 0 && results.first_day == 0 ? "-" : format_day(day); // learn fields have no dates
}

std::string pad(const std::string& text, std::size_t width) {
    return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

void print_table(const std::vector<Line>& lines, std::ostream& out) {
    out << "   games   score  first       last        move     position\n";
    for (const Line& line : lines) {
        const std::string games = std::to_string(line.results.games);
        const std::string score = score_text(line.results) + '%';
        out << std::string(games.size() < 8 ? 8 - games.size() : 0, ' ') << games
            << std::string(score.size() < 8 ? 8 - score.size() : 0, ' ') << score << "  "
            << pad(day_text(line.results, line.results.first_day), 10) << "  "
            << pad(day_text(line.results, line.results.last_day), 10) << "  " << pad(line.move, 7) << "  "
            << line.position << '\n';
    }
}

void print_csv(const std::vector<Line>& lines, std::ostream& out) {
    out << "key,fen,position,move,games,half_points,score,first,last\r\n";
    for (const Line& line : lines)
        out << CsvRow()
                   .add(key_text(line.results.key))
                   .add(line.fen)
                   .add(line.position)
                   .add(line.move)
                   .add(line.results.games)
                   .add(line.results.half_points)
                   .add(score_text(line.results))
                   .add(day_text(line.results, line.results.first_day))
                   .add(day_text(line.results, line.results.last_day))
                   .text()
            << "\r\n";
}

Result<std::vector<MoveResults>> results_in(const LearnBookOptions& options) {
    if (options.bin.empty()) {
        const auto db = io::LearnDb::open(options.store, io::LearnDb::Access::Read);
        if (!db) return db.error();
        return sum_results(**db, options.filter);
    }
    const auto fields = open_learn_fields_book(options.bin);
    if (!fields) return fields.error();
    const auto dialect = fields->evidence.dialect;
    if (!book::is_polyglot(dialect) && dialect != book::LearnDialect::LossesWins)
        return make_error(to_text(options.bin) + ": its learn fields are not results but " +
                          std::string(book::name_of(dialect)) + ": " + fields->evidence.reason);
    std::vector<MoveResults> results;
    const book::EntryTable& table = fields->book.entries();
    for (std::uint64_t number = 0; number < table.size(); ++number) {
        const book::RawEntry entry = table[number];
        const auto [games, half_points] = results_of(entry, dialect);
        if (games > 0) results.push_back({entry.key, fields->move_of(entry), games, half_points, 0, 0});
    }
    return results;
}

// Positions that were found before the others, shortest lines first; of each the most played moves first.
void sort_lines(std::vector<Line>& lines) {
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
        const auto order = [](const Line& line) {
            return std::tuple(line.fen.empty(), line.position == "start position" ? 0 : line.position.size());
        };
        if (order(a) != order(b)) return order(a) < order(b);
        if (a.position != b.position) return a.position < b.position;
        return a.results.games > b.results.games;
    });
}

} // namespace

std::unordered_map<std::uint64_t, LearntPosition> find_positions(const std::vector<MoveResults>& results,
                                                                 const book::Book* book) {
    std::unordered_map<std::uint64_t, std::vector<std::uint16_t>> wanted;
    for (const MoveResults& move : results)
        wanted[move.key].push_back(move.move);
    std::unordered_map<std::uint64_t, LearntPosition> found;
    std::vector<std::pair<std::size_t, chess::Move>> ways; // of each node: the one before and the move
    std::unordered_set<std::uint64_t> seen;
    std::deque<std::pair<chess::Position, std::size_t>> queue; // and the number of its node
    const auto visit = [&](const chess::Position& position, std::size_t parent, chess::Move move) {
        if (seen.size() == most_positions || !seen.insert(position.key()).second) return;
        ways.emplace_back(parent, move);
        queue.emplace_back(position, ways.size() - 1);
    };
    visit(chess::Position::start(), 0, {});
    while (!queue.empty() && found.size() < wanted.size()) {
        const auto [position, node] = std::move(queue.front());
        queue.pop_front();
        const auto here = wanted.find(position.key());
        if (here != wanted.end()) found.emplace(position.key(), LearntPosition{position, line_of(ways, node)});
        const auto entries = book != nullptr ? book->find(position) : std::vector<book::Entry>();
        for (const chess::Move move : position.legal_moves()) {
            chess::Position next = position;
            next.make(move);
            const bool played = here != wanted.end() &&
                                std::count(here->second.begin(), here->second.end(), book::encode_move(move)) > 0;
            if (played || has_move(entries, move) || wanted.contains(next.key())) visit(next, node, move);
        }
    }
    return found;
}

Result<std::string> show_results(const LearnBookOptions& options, LearnStreams streams) {
    std::optional<chess::Position> wanted;
    if (options.fen) {
        auto position = chess::parse_fen(*options.fen);
        if (!position) return make_error("-fen: " + position.error().message);
        wanted = *position;
    }
    std::shared_ptr<const book::Book> book;
    if (const auto& file = options.book.empty() ? options.bin : options.book; !file.empty()) {
        auto opened = io::open_book(file);
        if (!opened) return opened.error();
        book = opened->book;
    }
    auto results = results_in(options);
    if (!results) return results.error();

    std::vector<Line> lines;
    if (wanted) {
        const LearntPosition here{*wanted, chess::format_fen(*wanted)};
        for (const MoveResults& move : *results)
            if (move.key == wanted->key()) lines.push_back(to_line(move, &here));
    } else {
        const auto found = find_positions(*results, book.get());
        for (const MoveResults& move : *results) {
            const auto position = found.find(move.key);
            lines.push_back(to_line(move, position == found.end() ? nullptr : &position->second));
        }
    }
    sort_lines(lines);
    if (options.csv) {
        print_csv(lines, streams.out);
        return std::string();
    }
    if (lines.empty()) return std::string("no results");
    print_table(lines, streams.out);
    const std::uint64_t games = std::accumulate(lines.begin(), lines.end(), std::uint64_t{0},
                                                [](auto sum, const Line& line) { return sum + line.results.games; });
    return text::counted(lines.size(), "move") + ", played " + text::counted(games, "time");
}

} // namespace polyglot::tools
