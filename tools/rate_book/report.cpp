#include "tools/rate_book/report.hpp"

#include "core/book/grow/grown_book.hpp"
#include "core/text/figures.hpp"
#include "tools/books/text.hpp"
#include "tools/common/json.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

std::string value_for_white(int value_cp, chess::Color side) {
    return format_value(book::grown_evaluation(value_cp, side, 0));
}

std::string of_columns(const std::string& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

// Returns the figures of a move before and after a change: "weight 5 -> 0", or, as edit-book shows
// those of an Arena book, "3 games p5 -> 3 games p0".
std::string words_of_change(const RatingReport& report, const WeightChange& change) {
    const auto words = [&change](const std::string& before, const std::string& after) {
        return before + " -> " + (change.after ? after : "deleted");
    };
    if (report.arena != nullptr) {
        const chess::Move move = report.reach.positions()[change.position].moves[change.move].move;
        for (const book::Entry& entry :
             report.arena->find(*report.reach.position(change.position).of_chess())) {
            if (entry.move != move || !entry.games || !entry.priority) continue;
            const std::string games = text::counted(entry.games->games, "game");
            return words(games + " p" + std::to_string(*entry.priority), games + " p0");
        }
    }
    return words("weight " + std::to_string(change.before),
                 std::to_string(change.after.value_or(0)));
}

json::object json_of_move(const RatingReport& report, const RatedMove& move) {
    const DescribedMove words = describe_move(report, move);
    const bool is_white = words.before.side_to_move() == chess::Color::White;
    const ReachedMove& of_book = report.reach.positions()[move.position].moves[move.move];
    json::object object{{"fen", words.before.fen()},
                        {"line", words.line},
                        {"san", words.san},
                        {"uci", words.before.uci(words.move)},
                        {"weight", of_book.weight},
                        {"share", of_book.share},
                        {"reach", move.reach},
                        {"value", is_white ? move.value_cp : -move.value_cp},
                        {"best_value", is_white ? move.best_cp : -move.best_cp},
                        {"loss", move.loss_cp},
                        {"cost", move.cost_cp},
                        {"exact", move.is_exact}};
    if (words.best) object["best"] = words.best_san;
    return object;
}

} // namespace

DescribedMove describe_move(const RatingReport& report, const RatedMove& move) {
    const ReachedPosition& at = report.reach.positions()[move.position];
    std::vector<EpdMove> line = report.reach.line_to(move.position);
    DescribedMove words{.before = report.reach.position(move.position),
                        .move = at.moves[move.move].move,
                        .value = value_for_white(move.value_cp, at.side_to_move),
                        .best_value = value_for_white(move.best_cp, at.side_to_move)};
    line.push_back(words.move);
    words.line = format_line(report.reach.root_of(move.position), line);
    words.san = words.before.san(words.move);
    if (const auto best = best_option(report.graph, at.key))
        words.best = words.before.decode(best->move);
    if (words.best) words.best_san = words.before.san(words.best);
    return words;
}

std::vector<std::string> summarize(const RatingReport& report) {
    const Ratings& ratings = report.ratings;
    const auto share = ratings.reach > 0 ? ratings.reach_searched / ratings.reach : 0;
    return {
        text::grouped(ratings.searched) + " of " + text::counted(ratings.positions, "position") +
            " searched, " + text::per_cent(share) + " by their reach",
        text::grouped(ratings.moves.size()) + " of " +
            text::counted(report.reach.count_moves(), "move") +
            " rated; they lose in a game on the average " + text::fixed(ratings.white_loses_cp, 1) +
            " cp for White, " + text::fixed(ratings.black_loses_cp, 1) + " cp for Black"};
}

void print_report(const RatingReport& report, std::ostream& out) {
    out << report.book << ":\n";
    for (const std::string& fact : summarize(report))
        out << "  " << fact << '\n';
    if (report.worst.empty()) {
        out << "  no rated move loses anything\n";
        return;
    }
    using Row = std::array<std::string, 6>;
    std::vector<Row> rows{{"cost", "loss", "played", "value", "best", "line"}};
    for (const RatedMove& move : report.worst) {
        const DescribedMove words = describe_move(report, move);
        rows.push_back({text::fixed(move.cost_cp, 2),
                        (move.is_exact ? "" : ">=") + std::to_string(move.loss_cp),
                        text::per_cent(move.reach), words.value,
                        words.best ? words.best_san + ' ' + words.best_value : words.best_value,
                        words.line});
    }
    std::array<std::size_t, 5> widths{};
    for (const Row& row : rows)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    out << '\n';
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            out << (i == 0 ? "" : "  ") << of_columns(row[i], widths[i]);
        out << "  " << row.back() << '\n';
    }
    if (report.not_shown > 0)
        out << "and "
            << text::counted(report.not_shown, "further move that loses something",
                             "further moves that lose something")
            << " (-top)\n";
}

void print_changes(const RatingReport& report, std::size_t most, std::ostream& out) {
    const std::size_t shown =
        most == 0 ? report.changes.size() : std::min(most, report.changes.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const WeightChange& change = report.changes[i];
        const ReachedPosition& at = report.reach.positions()[change.position];
        std::vector<EpdMove> line = report.reach.line_to(change.position);
        line.push_back(at.moves[change.move].move);
        out << "  " << format_line(report.reach.root_of(change.position), line) << ": loses "
            << change.loss_cp << ", " << words_of_change(report, change) << '\n';
    }
    if (shown < report.changes.size())
        out << "  and " << text::counted(report.changes.size() - shown, "further change")
            << " (-top)\n";
}

std::string format_report_json(const RatingReport& report) {
    const Ratings& ratings = report.ratings;
    json::object object{
        {"book", json_of(report.book)},
        {"store", json_of(report.store)},
        {"positions", ratings.positions},
        {"searched", ratings.searched},
        {"reach_searched", ratings.reach > 0 ? ratings.reach_searched / ratings.reach : 0},
        {"moves", report.reach.count_moves()},
        {"rated", ratings.moves.size()},
        {"white_loses", ratings.white_loses_cp},
        {"black_loses", ratings.black_loses_cp}};
    json::array worst;
    for (const RatedMove& move : report.worst)
        worst.push_back(json_of_move(report, move));
    object["worst"] = std::move(worst);
    return json::serialize(object) + '\n';
}

} // namespace polyglot::tools
