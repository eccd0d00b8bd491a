// learn-book -replay adds the results of finished games to the moves of a book.
#include "core/pgn/reader.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/input_stream.hpp"
#include "tools/learn_book/learn_book.hpp"
#include "tools/learn_book/replay_variant.hpp"
#include "tools/learning/csv.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <tuple>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

struct Tally {
    std::uint64_t games = 0, unfinished = 0, broken = 0, not_played = 0;
    std::uint64_t others = 0; // of other variants
};

// Parses a PGN date. A month or day that is unknown ("??"), missing or impossible becomes the
// first. Returns nullopt without a year.
std::optional<std::int32_t> parse_date(std::string_view date) {
    if (date.size() > 4 && text::is_digit(date[4])) return std::nullopt;
    const std::string year(date.substr(0, 4));
    const std::string month(date.substr(std::min<std::size_t>(date.size(), 5), 2));
    const std::string day(date.substr(std::min<std::size_t>(date.size(), 8), 2));
    for (const std::string& known : {month + '.' + day, month + ".01", std::string("01.01")})
        if (const auto found = parse_day(year + '.' + known, '.')) return found;
    return std::nullopt;
}

// Returns the day of the game, or else that of its event.
std::optional<std::int32_t> day_of(const pgn::GameText& game) {
    for (const std::string_view tag : {"Date", "UTCDate", "EventDate"})
        if (const auto day = parse_date(game.tag(tag))) return day;
    return std::nullopt;
}

// Collects the rows in memory, so that the store is locked only while they are written.
class Replay {
  public:
    // of_variant has the same book if it is one of a variant.
    Replay(const LearnBookOptions& options, std::shared_ptr<const book::Book> book,
           std::optional<book::VariantBook> of_variant, std::ostream& err)
        : options_(options),
          book_(std::move(book)),
          of_variant_(std::move(of_variant)),
          variant_(of_variant_ ? of_variant_->variant().uci : std::string_view()),
          err_(err) {}

    Result<void> read(std::istream& in, const std::string& name) {
        const std::string letters = of_variant_ ? read_variant(in, name) : read_chess(in, name);
        if (!letters.empty()) err_ << name << ": piece letters: " << letters << '\n';
        if (in.bad()) return make_error(name + ": cannot be read to its end");
        return {};
    }
    const Tally& tally() const { return tally_; }
    std::vector<io::LearnRow> rows() const {
        std::vector<io::LearnRow> rows;
        rows.reserve(rows_.size());
        for (const auto& [key, row] : rows_)
            rows.push_back(row);
        return rows;
    }

  private:
    using Key =
        std::tuple<std::uint64_t, std::uint16_t, std::string, std::string, std::int32_t, bool>;

    // These return the piece letters.
    std::string read_chess(std::istream& in, const std::string& name) {
        pgn::Reader reader(in);
        while (const auto game = reader.next())
            take(*game, moves_in_book(game->game), name);
        return reader.letters().name();
    }
    std::string read_variant(std::istream& in, const std::string& name) {
        VariantGamesRead read = read_variant_games(
            in, *of_variant_,
            [&](const pgn::GameText& game, const std::vector<ReplayedMove>& moves) {
                take(game, moves, name);
            });
        tally_.others += read.others;
        return std::move(read.piece_letters);
    }

    std::vector<ReplayedMove> moves_in_book(const chess::Game& game) const {
        std::vector<ReplayedMove> moves;
        chess::Position position = game.start();
        for (const chess::Move move : game.moves()) {
            if (is_in_book(position, move))
                moves.push_back({position.key(), book::encode_move(move),
                                 position.side_to_move() == chess::Color::White});
            position.make(move);
        }
        return moves;
    }

    void take(const pgn::GameText& text, const std::vector<ReplayedMove>& moves,
              const std::string& name) {
        ++tally_.games;
        if (!text.problem.empty()) {
            ++tally_.broken;
            err_ << name << ':' << std::max(text.line, text.problem_line) << ": " << text.problem
                 << '\n';
            return;
        }
        if (text.outcome == pgn::Outcome::Unknown) {
            ++tally_.unfinished;
            return;
        }
        const std::string white(text.tag("White"));
        const std::string black(text.tag("Black"));
        const bool with_white = !options_.player || *options_.player == white;
        const bool with_black = !options_.player || *options_.player == black;
        if (!with_white && !with_black) {
            ++tally_.not_played;
            return;
        }
        const std::int32_t day = day_of(text).value_or(today_);
        std::array<bool, 2> has_begun{}; // index 1 is White: it has moved in the book
        for (const ReplayedMove& move : moves)
            if (move.is_white ? with_white : with_black)
                take_move({move.key, move.move, move.is_white ? white : black,
                           move.is_white ? black : white, day,
                           !std::exchange(has_begun[move.is_white ? 1 : 0], true)},
                          half_points(text.outcome, move.is_white));
    }

    static std::uint32_t half_points(pgn::Outcome outcome, bool white) {
        if (outcome == pgn::Outcome::Draw) return 1;
        return (outcome == pgn::Outcome::WhiteWins) == white ? 2 : 0;
    }

    bool is_in_book(const chess::Position& position, chess::Move move) const {
        const auto entries = book_->find(position);
        return std::ranges::any_of(entries,
                                   [move](const auto& entry) { return entry.move == move; });
    }

    void take_move(const Key& of, std::uint32_t half_points) {
        const auto& [key, move, engine, opponent, day, begins] = of;
        const auto [place, is_new] = rows_.try_emplace(
            of, io::LearnRow{key, move, engine, opponent, 0, 0, day, day,
                             io::LearnRow::Dated{0, begins}, std::string(variant_)});
        io::LearnRow& row = place->second;
        ++row.games; // no collection of games comes near 32 bits
        row.half_points += half_points;
        row.dated->drawn += half_points == 1 ? 1 : 0;
    }

    const LearnBookOptions& options_;
    std::shared_ptr<const book::Book> book_;
    std::optional<book::VariantBook> of_variant_;
    std::string_view variant_;
    std::ostream& err_;
    std::int32_t today_ = io::today_by_system_clock();
    Tally tally_;
    std::map<Key, io::LearnRow> rows_;
};

std::string report_of(const Tally& tally, std::size_t rows) {
    const std::uint64_t used = tally.games - tally.unfinished - tally.broken - tally.not_played;
    std::string report =
        text::counted(used, "game") + " learnt from, " + text::counted(rows, "result") + " added";
    if (tally.unfinished > 0)
        report += "; " + text::counted(tally.unfinished, "unfinished game") + " skipped";
    if (tally.broken > 0) report += "; " + text::counted(tally.broken, "broken game") + " skipped";
    if (tally.not_played > 0)
        report += "; " + text::counted(tally.not_played, "game") + " of others skipped";
    if (tally.others > 0)
        report += "; " + text::counted(tally.others, "game") + " of other variants skipped";
    return report;
}

} // namespace

Result<std::string> replay_games(const LearnBookOptions& options, LearnStreams streams) {
    auto opened = io::open_book(options.book);
    if (!opened) return opened.error();
    auto of_variant = variant_of_book(*opened->book, options.book, options);
    if (!of_variant) return of_variant.error();
    for (const fs::path& name : options.from) // if one is missing, nothing is done
        if (auto checked = check_input(name); !checked) return checked.error();
    const auto db = io::LearnDb::open(options.store, io::LearnDb::Access::Create);
    if (!db) return db.error(); // reported before hours of reading
    Replay replay(options, opened->book, *std::move(of_variant), streams.err);
    // The files are opened one at a time, because there may be more than a process can open.
    for (const fs::path& name : options.from) {
        io::InputStream file;
        if (name != u8"-") file.open(name);
        if (!file) return make_error(to_text(name) + ": cannot be read");
        const bool standard_input = name == u8"-";
        auto read = replay.read(standard_input ? streams.in : file,
                                standard_input ? "standard input" : to_text(name));
        if (!read) return read.error();
    }
    const auto rows = replay.rows();
    if (auto added = add_rows(**db, rows); !added) return added.error();
    return report_of(replay.tally(), count_results(rows));
}

} // namespace polyglot::tools
