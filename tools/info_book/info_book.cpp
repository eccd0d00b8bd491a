// `polyglot info-book` prints PolyGlot's figures of a book, and further ones.
#include "tools/info_book/info_book.hpp"

#include "core/book/sniff/sniff.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/positions.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/json.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/info_book/any_format.hpp"

#include <algorithm>
#include <future>
#include <iomanip>
#include <limits>
#include <ostream>
#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Color;

// Computes all figures that need one pass over the entries.
class Scan {
  public:
    Scan(const book::EntryTable& table, BookInfo& info, KeyFilter& filter)
        : table_(table),
          info_(info),
          filter_(filter),
          last_seen_(std::numeric_limits<std::uint16_t>::max() + 1U) {}

    void run() {
        std::vector<std::byte> buffer(64U << 10U);
        book::EntryWindow window(table_, buffer);
        for (std::uint64_t i = 0; i < table_.size(); ++i) {
            if (!window.reach(i)) {
                info_.readable = false;
                return;
            }
            if (const book::RawEntry entry = window[i]; !book::is_special(entry)) add(entry);
        }
        if (info_.out_of_order > 0) count_positions();
    }

  private:
    void add(const book::RawEntry& entry) {
        ++info_.entries;
        if (info_.entries == 1 || entry.key != key_) {
            if (info_.entries > 1 && entry.key < key_) ++info_.out_of_order;
            ++info_.positions;
            key_ = entry.key;
            of_position_ = 0;
            filter_.add(entry.key);
        }
        info_.most_entries = std::max(info_.most_entries, ++of_position_);
        // last_seen_ stores the number of the position in which a move was last seen, so that it
        // need not be cleared for the next position.
        if (std::exchange(last_seen_[entry.move], info_.positions) == info_.positions)
            ++info_.repeated;
        if (entry.weight == 0) ++info_.zero_weight;
        info_.largest_weight = std::max(info_.largest_weight, entry.weight);
        info_.learnt_results += entry.learn_count;
        info_.learnt_half_points += entry.learn_sum;
    }

    // Counts the positions of a book that is not sorted.
    void count_positions() {
        std::vector<std::uint64_t> keys;
        keys.reserve(static_cast<std::size_t>(info_.entries));
        std::vector<std::byte> buffer(64U << 10U);
        book::EntryWindow window(table_, buffer);
        for (std::uint64_t i = 0; i < table_.size() && window.reach(i); ++i)
            if (const book::RawEntry entry = window[i]; !book::is_special(entry))
                keys.push_back(entry.key);
        std::ranges::sort(keys);
        info_.positions =
            static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
    }

    const book::EntryTable& table_;
    BookInfo& info_;
    KeyFilter& filter_;
    std::vector<std::uint64_t> last_seen_; // number of the position, by move
    std::uint64_t key_ = 0;
    std::uint64_t of_position_ = 0;
};

std::uint64_t learnt_games(const book::PolyglotBook& book, std::uint64_t key) {
    std::uint64_t games = 0;
    for (const book::RawEntry& entry : book.find_raw(key))
        games += entry.learn_count;
    return games;
}

// A game is counted at the first move of the side that learned from it.
void count_games(const book::PolyglotBook& book, BookInfo& info) {
    chess::Position position = chess::Position::start();
    info.games_as_white = learnt_games(book, position.key());
    for (const chess::Move move : position.legal_moves()) {
        chess::Position::Undo undo;
        position.make(move, undo);
        info.games_as_black += learnt_games(book, position.key());
        position.unmake(move, undo);
    }
}

std::string describe(const book::Header& header) {
    std::string text = header.version;
    for (const std::string& variant : header.variants)
        text += ' ' + variant;
    if (!header.comment.empty()) text += ": " + header.comment;
    std::ranges::replace(text, '\n', ' ');
    return text::shown_line(text);
}

boost::json::object counts_of(const Lines& lines, bool exact) {
    boost::json::object counts{{"lines", lines.lines},
                               {"positions", lines.positions},
                               {"entries", lines.entries},
                               {"illegal", lines.illegal},
                               {"too_long", lines.too_long}};
    if (exact) counts["unreachable"] = lines.elsewhere;
    return counts;
}

std::string describe_order(const BookInfo& info) {
    if (info.out_of_order == 0) return "sorted by key";
    return "not sorted: " + std::to_string(info.out_of_order) + " keys smaller than the one before";
}

} // namespace

std::uint64_t BookInfo::isolated() const {
    return positions - white.positions - black.positions - white.elsewhere - black.elsewhere;
}

BookInfo examine_book(const book::PolyglotBook& book, bool exact) {
    const book::EntryTable& table = book.entries();
    BookInfo info;
    info.exact = exact;
    info.warnings = book.warnings();
    if (const auto& header = book.header()) info.header = describe(*header);
    KeyFilter filter(table.size());
    Scan(table, info, filter).run();

    constexpr std::uint64_t all_pages = std::numeric_limits<std::uint64_t>::max();
    const book::Evidence moves = book::sample(table, all_pages);
    info.impossible = moves.moves - moves.possible;
    info.learn = book::judge_learn_fields(table, all_pages);
    if (info.learn.dialect == book::LearnDialect::PolyGlot) {
        count_games(book, info);
    } else {
        info.learnt_results = info.learnt_half_points = 0;
    }

    auto white = std::async(std::launch::async,
                            [&] { return walk_lines(book, filter, Color::White, exact); });
    info.black = walk_lines(book, filter, Color::Black, exact);
    info.white = white.get();
    info.readable = info.readable && info.white.readable && info.black.readable;
    return info;
}

void print_text(const BookInfo& info, std::ostream& out) {
    const auto begin = [&out](std::string_view what) -> std::ostream& {
        return out << std::left << std::setw(31) << what << ": ";
    };
    const auto figure = [&](std::string_view what, std::uint64_t value) {
        begin(what) << std::right << std::setw(8) << value << '\n';
    };
    // These are PolyGlot's figures, in its wording and order.
    figure("Lines for white", info.white.lines);
    figure("Lines for black", info.black.lines);
    figure("Positions on lines for white", info.white.positions);
    figure("Positions on lines for black", info.black.positions);
    if (info.exact) {
        figure("Unreachable white positions(?)", info.white.elsewhere);
        figure("Unreachable black positions(?)", info.black.elsewhere);
    }
    figure("Isolated positions", info.isolated());

    figure("Entries", info.entries);
    figure("Positions", info.positions);
    figure("Most entries of a position", info.most_entries);
    figure("Repeated moves", info.repeated);
    figure("Entries of weight 0", info.zero_weight);
    figure("Largest weight", info.largest_weight);
    figure("Impossible moves", info.impossible);
    figure("Illegal moves on lines", info.white.illegal + info.black.illegal);
    if (const std::uint64_t count = info.white.too_long + info.black.too_long; count > 0)
        figure("Lines longer than any game", count);
    begin("Header") << (info.header.empty() ? "none" : info.header) << '\n';
    begin("Order") << describe_order(info) << '\n';
    begin("Learn fields") << book::name_of(info.learn.dialect) << '\n';
    begin("Learn fields, why") << info.learn.reason << '\n';
    figure("Learn fields in use", info.learn.learnt);
    if (info.learn.learnt > 0) figure("Learn fields that agree", info.learn.agree);
    if (info.learn.dialect == book::LearnDialect::PolyGlot) {
        figure("Games learnt as white", info.games_as_white);
        figure("Games learnt as black", info.games_as_black);
        figure("Results learnt", info.learnt_results);
        begin("Score in them") << std::right << std::setw(8)
                               << text::per_cent(info.learnt_half_points, 2 * info.learnt_results)
                               << '\n';
    }
    for (const std::string& warning : info.warnings)
        begin("Warning") << warning << '\n';
}

void print_json(const BookInfo& info, const BookContent& content, std::ostream& out) {
    const boost::json::object learn{{"dialect", book::name_of(info.learn.dialect)},
                                    {"polyglot", book::is_polyglot(info.learn.dialect)},
                                    {"reason", info.learn.reason},
                                    {"in_use", info.learn.learnt},
                                    {"agree", info.learn.agree},
                                    {"games_as_white", info.games_as_white},
                                    {"games_as_black", info.games_as_black},
                                    {"results", info.learnt_results},
                                    {"half_points", info.learnt_half_points}};
    const boost::json::object object{{"format", "PolyGlot"},
                                     {"white", counts_of(info.white, info.exact)},
                                     {"black", counts_of(info.black, info.exact)},
                                     {"isolated", info.isolated()},
                                     {"entries", info.entries},
                                     {"positions", info.positions},
                                     {"most_entries", info.most_entries},
                                     {"repeated", info.repeated},
                                     {"zero_weight", info.zero_weight},
                                     {"largest_weight", info.largest_weight},
                                     {"impossible", info.impossible},
                                     {"header", info.header},
                                     {"out_of_order", info.out_of_order},
                                     {"learn", learn},
                                     {"warnings", json_of(info.warnings)},
                                     {"content", json_of(content)}};
    out << boost::json::serialize(object) << '\n';
}

namespace {

int show_variant_book(const io::OpenedBook& opened, const book::VariantBook& book,
                      const std::vector<std::string>& fens, bool as_json, std::istream& in,
                      std::ostream& out, std::ostream& err) {
    const auto roots = read_variant_fens(book.variant(), fens, in, err);
    if (!roots) return exit_bad_usage;
    const AnyBookInfo info = examine_variant_book(opened, book, *roots);
    as_json ? print_json(info, {}, out) : print_text(info, out);
    return exit_done;
}

} // namespace

int run_info_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    std::string file = "book.bin";
    std::vector<std::string> fens, files;
    bool exact = false, as_json = false;
    const chess::Variant* variant = nullptr;
    OptionTable option("polyglot info-book BOOK [-exact] [-fen FEN]... [-positions FILE...] "
                       "[-variant NAME] [-json]");
    option("bin", "FILE", file,
           "the book, of any format (default: book.bin); the option's name may be left out")
        .takes_words();
    option("exact", exact,
           "also count positions reached only by a move off the book; takes some 30 times as long");
    option("fen", "FEN", fens,
           "not for .bin and .abk: also what can be reached from this position; may be repeated");
    option("positions", "FILE...", files,
           "not for .bin and .abk: also from all positions of these PGN files or books");
    add_variant_option(option, variant, book_variant_help);
    option("json", as_json, "print one JSON object");
    if (const auto over = option.read(args, out, err)) return *over;

    auto opened = io::open_book(to_path(file), io::BookUse::Walk);
    if (!opened) return fail(err, opened.error().message);
    const auto of_variant = book::open_variant(*opened->book, variant);
    if (!of_variant) return fail(err, file + ": " + of_variant.error().message);
    if (*of_variant && (exact || !files.empty())) {
        err << "info-book: -exact and -positions are for books of chess\n";
        return exit_bad_usage;
    }
    if (*of_variant) return show_variant_book(*opened, **of_variant, fens, as_json, in, out, err);
    auto given = read_fens(fens, in, err);
    if (!given) return exit_bad_usage;
    for (const std::string& name : files) {
        const auto positions = read_positions(name);
        if (!positions) return fail(err, positions.error().message);
        given->insert(given->end(), positions->begin(), positions->end());
    }
    const book::PolyglotBook* const book = opened->book->polyglot();
    if (!given->empty() && (book != nullptr || opened->book->format().is_tree))
        err << file << ": -fen and -positions have no effect on a book in the format of "
            << opened->format << '\n';
    opened->book = decided_by(opened->book, *given);
    const BookContent content = examine_content(opened->book);
    if (!as_json) print_text(content, out);
    if (book == nullptr) {
        const AnyBookInfo info = examine_any_book(*opened, *given);
        as_json ? print_json(info, content, out) : print_text(info, out);
        return exit_done;
    }
    const BookInfo info = examine_book(*book, exact);
    as_json ? print_json(info, content, out) : print_text(info, out);
    if (info.readable) return exit_done;
    return fail(err,
                file + ": could not be read to its end; the figures are of what could be read");
}

} // namespace polyglot::tools
