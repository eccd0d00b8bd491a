// `polyglot diff-book`: how two books differ. docs/diff-book.md.
#include "core/book/value_weights.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/json.hpp"
#include "tools/diff_book/compare.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;
namespace json = boost::json;

constexpr std::string_view usage = "polyglot diff-book A B [-fen FEN]... [-chess960] [-min-change P] [-max N] [-json]";
constexpr std::size_t all_positions = static_cast<std::size_t>(-1);
constexpr double temperature = 20; // of weights from values, as in convert-book

// As diff: 0 the same, 1 different, 2 trouble.
constexpr int exit_same = 0;
constexpr int exit_different = 1;

struct DiffOptions {
    std::vector<std::string> books;
    std::vector<chess::Position> roots;
    double least = 0; // variation of a position that is shown
    std::size_t most = 20;
    bool from_start = true; // games begin with the start position and nowhere else
    bool as_json = false;
};

std::optional<int> read_diff_options(Arguments args, DiffOptions& options, std::istream& in, std::ostream& out,
                                     std::ostream& err) {
    double least = 0;
    po::options_description described("options");
    auto option = described.add_options();
    option("bin", po::value(&options.books)->value_name("BOOK"),
           "the two books, of any format; the option's name may be left out");
    add_root_options(described);
    option("min-change", po::value(&least)->value_name("P")->default_value(0, "0"),
           "show only positions in which the choice of moves changes by at least P per cent");
    option("max", po::value(&options.most)->value_name("N")->default_value(options.most),
           "show at most N positions, those that matter most; 0 shows all");
    option("json", "print one JSON object");
    po::variables_map values;
    if (const auto over = read_options(args, described, values, usage, out, err, "bin")) return over;
    const auto refuse = [&err](const std::string& message) {
        err << message << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    };
    if (options.books.size() != 2) return refuse("which two books?");
    if (!(least >= 0 && least <= 100)) return refuse("-min-change is 0 to 100");
    options.least = least / 100;
    if (options.most == 0) options.most = all_positions;
    auto roots = read_roots(values, in, err);
    if (!roots) return exit_bad_usage;
    options.roots = *std::move(roots);
    options.from_start = values.count("fen") == 0 && values.count("chess960") == 0;
    options.as_json = values.count("json") > 0;
    return std::nullopt;
}

struct DiffBook {
    std::shared_ptr<const book::Book> book;                  // to be asked for positions
    std::shared_ptr<const book::PolyglotBook> polyglot = {}; // the same from the file, if it is one
};

Result<DiffBook> open(const std::string& file, std::ostream& err) {
    auto opened = io::open_book(to_path(file), io::BookUse::Walk);
    if (!opened) return opened.error();
    for (const std::string& warning : opened->warnings)
        err << file << ": " << warning << '\n';
    std::shared_ptr<const book::Book> book = book::with_key_filter(opened->book);
    const book::Format format = opened->book->format();
    if (format == book::Format::Yacb || format == book::Format::Sftt)
        book = std::make_shared<const book::ValueBook>(book, temperature);
    return DiffBook{book, std::dynamic_pointer_cast<const book::PolyglotBook>(opened->book)};
}

// "1. e4 c5", with numbers as in the game.
std::string line_of(const PositionPair& pair, const chess::Position& root) {
    chess::Position position = root;
    std::string text;
    for (const chess::Move move : pair.line) {
        const bool white = position.side_to_move() == chess::Color::White;
        const std::string number = std::to_string(position.full_move_number());
        if (white || text.empty()) text += (text.empty() ? "" : " ") + number + (white ? "." : "...");
        text += ' ';
        chess::make_and_append_san(position, move, text);
    }
    return text.empty() ? "start of the game" : text;
}

std::string share_of(const PositionPair& pair, std::size_t book, const MovePair& move) {
    return move.present[book] ? text::per_cent(pair.share(book, move)) : "-";
}

bool is_changed(const PositionPair& pair, const MovePair& move) {
    return share_of(pair, 0, move) != share_of(pair, 1, move);
}

class Printer {
  public:
    Printer(const DiffOptions& options, const BookDifference& difference, std::ostream& out)
        : options_(options), difference_(difference), out_(out) {}
    void text() const;
    void json() const;

  private:
    void show(const PositionPair& pair) const;
    std::size_t shown() const { return std::min(options_.most, difference_.differences.size()); }

    const DiffOptions& options_;
    const BookDifference& difference_;
    std::ostream& out_;
};

void Printer::show(const PositionPair& pair) const {
    out_ << line_of(pair, options_.roots.front()) << "  (" << chess::format_fen(pair.position) << ")\n";
    std::size_t same = 0;
    for (const MovePair& move : pair.moves) {
        if (!is_changed(pair, move)) {
            ++same;
            continue;
        }
        std::array<char, 64> columns{};
        std::snprintf(columns.data(), columns.size(), "  %-8s%7s -> %7s",
                      chess::format_san(pair.position, move.move).c_str(), share_of(pair, 0, move).c_str(),
                      share_of(pair, 1, move).c_str());
        out_ << columns.data() << '\n';
    }
    if (same > 0) out_ << "  " << text::counted(same, "move") << " alike\n";
}

void Printer::text() const {
    const auto positions = [](std::uint64_t count) { return text::counted(count, "position"); };
    const std::uint64_t different = difference_.only[0] + difference_.only[1] + difference_.changed;
    for (std::size_t i = 0; i < shown(); ++i)
        show(difference_.differences[i]);
    if (difference_.counted > shown())
        out_ << "and " << positions(difference_.counted - shown()) << " more; -max 0 shows all\n";
    if (shown() > 0) out_ << '\n';
    out_ << positions(difference_.same) << " alike, " << text::grouped(difference_.changed) << " changed, "
         << text::grouped(difference_.only[0]) << " only in " << options_.books[0] << ", "
         << text::grouped(difference_.only[1]) << " only in " << options_.books[1] << '\n';
    if (different == 0) return;
    out_ << text::per_cent(difference_.play) << " of games are played differently\n";
    for (const BookDifference::FirstMove& move : difference_.first_moves) {
        std::array<char, 96> columns{};
        std::snprintf(columns.data(), columns.size(), "  %-8s%7s -> %7s   of these games differ: %s",
                      chess::format_san(options_.roots.front(), move.move).c_str(),
                      text::per_cent(move.share[0]).c_str(), text::per_cent(move.share[1]).c_str(),
                      text::per_cent(move.play).c_str());
        out_ << columns.data() << '\n';
    }
}

void Printer::json() const {
    json::array positions;
    for (std::size_t i = 0; i < shown(); ++i) {
        const PositionPair& pair = difference_.differences[i];
        json::array moves;
        for (const MovePair& move : pair.moves) {
            json::object object{{"move", chess::format_uci_move(move.move)},
                                {"san", chess::format_san(pair.position, move.move)}};
            for (const std::size_t book : {0U, 1U})
                object[book == 0 ? "a" : "b"] =
                    move.present[book] ? json::value{{"weight", move.weight[book]}, {"share", pair.share(book, move)}}
                                       : json::value(nullptr);
            moves.push_back(std::move(object));
        }
        positions.push_back({{"fen", chess::format_fen(pair.position)},
                             {"line", line_of(pair, options_.roots.front())},
                             {"reached", pair.reached},
                             {"variation", pair.variation()},
                             {"moves", std::move(moves)}});
    }
    json::array first_moves;
    for (const BookDifference::FirstMove& move : difference_.first_moves)
        first_moves.push_back({{"san", chess::format_san(options_.roots.front(), move.move)},
                               {"a", move.share[0]},
                               {"b", move.share[1]},
                               {"games_that_differ", move.play}});
    const json::object object{{"a", json_of(options_.books[0])},
                              {"b", json_of(options_.books[1])},
                              {"same", difference_.same},
                              {"changed", difference_.changed},
                              {"only_a", difference_.only[0]},
                              {"only_b", difference_.only[1]},
                              {"games_that_differ", difference_.play},
                              {"first_moves", std::move(first_moves)},
                              {"unreached_counted", difference_.by_key},
                              {"positions", std::move(positions)}};
    out_ << format_json_list(object, "positions");
}

} // namespace

int run_diff_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    DiffOptions options;
    if (const auto over = read_diff_options(args, options, in, out, err)) return *over;
    std::vector<DiffBook> books;
    for (const std::string& file : options.books) {
        auto book = open(file, err);
        if (!book) {
            err << "diff-book: " << book.error().message << '\n';
            return exit_bad_usage;
        }
        books.push_back(*std::move(book));
    }
    const CancelFlag stop_wished;
    const CompareRules rules{options.least, options.most, [&stop_wished] { return !stop_wished(); }};
    std::optional<BookDifference> by_key;
    if (options.from_start && options.most != all_positions && books[0].polyglot && books[1].polyglot)
        by_key = compare_by_keys(*books[0].polyglot, *books[1].polyglot, *books[0].book, *books[1].book, rules);
    const BookDifference difference =
        by_key ? *std::move(by_key) : compare_books(*books[0].book, *books[1].book, options.roots, rules);
    if (stop_wished()) {
        err << "diff-book: stopped\n";
        return exit_interrupted;
    }
    const Printer printer(options, difference, out);
    options.as_json ? printer.json() : printer.text();
    const bool same = difference.changed + difference.only[0] + difference.only[1] == 0;
    return same ? exit_same : exit_different;
}

} // namespace polyglot::tools
