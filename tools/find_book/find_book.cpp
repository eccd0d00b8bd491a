// `polyglot find-book`: what a book has in a position. docs/find-book.md.
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/find/statistics.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/common/command_line.hpp"

#include <array>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;
using chess::Position;

constexpr std::string_view usage = "polyglot find-book BOOK [MOVE]... [-fen FEN]... [-threshold N] [-json]";

// Prints what the file has in a position.
using Answerer = std::function<Result<void>(const Position&, const CastlingSpelling&)>;

Result<Answerer> open_statistics(const std::string& file, std::shared_ptr<const book::ByteReader> bytes, bool as_json,
                                 std::ostream& out) {
    const auto named = [file](const Error& error) { return make_error(file + ": " + error.message); };
    auto opened = book::StatsSearch::open(std::move(bytes));
    if (!opened) return named(opened.error());
    return Answerer([search = *std::move(opened), named, as_json,
                     &out](const Position& position, const CastlingSpelling& spelling) -> Result<void> {
        const auto found = find_statistics(search, position, spelling);
        if (!found) return named(found.error());
        if (as_json) {
            out << boost::json::serialize(json_of(*found)) << '\n';
        } else {
            print_text(*found, out);
        }
        return {};
    });
}

Result<Answerer> open_answerer(const std::string& file, int threshold, bool as_json, std::ostream& out,
                               std::ostream& err) {
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return bytes.error();
    std::array<std::byte, 8> head{};
    if (book::is_stats(std::span(head).first((*bytes)->read_at(0, head))))
        return open_statistics(file, *std::move(bytes), as_json, out);
    auto opened = open_any_book(file, io::BookUse::Study);
    if (!opened) return opened.error();
    for (const std::string& warning : opened->warnings)
        err << file << ": " << warning << '\n';
    const std::shared_ptr<const book::Book> book = std::move(opened->book);
    return Answerer([book, finder = BookFinder(*book, threshold), as_json,
                     &out](const Position& position, const CastlingSpelling& spelling) -> Result<void> {
        const FoundPosition found = finder.find(position, spelling);
        if (as_json) {
            print_json(found, finder.has_results(), out);
        } else {
            print_text(found, finder.has_results(), out);
        }
        return {};
    });
}

} // namespace

int run_find_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    std::string file = "book.bin";
    std::vector<std::string> words;
    std::vector<std::string> fens;
    std::string moves;
    int threshold = book::Policy().threshold_per_mil;
    po::options_description options("options");
    auto option = options.add_options();
    option("bin", po::value(&words)->multitoken()->composing()->value_name("FILE [MOVE...]"),
           "the book, of any format, or statistics of make-book (default: book.bin), and moves; the option's name may "
           "be left out");
    option(
        "fen", po::value(&fens)->value_name("FEN"),
        "the position (default: the start position); may be repeated; - reads FENs from standard input, one per line");
    option("moves", po::value(&moves)->value_name("MOVES"),
           "play these moves first from each position: \"e2e4 e7e5\", \"e4 e5\"");
    option("threshold", po::value(&threshold)->value_name("N"),
           "moves at or below N/1000 of all weight are not played, as with BookTreshold (default: 5)");
    option("json", "print one JSON object per line for each position");
    po::variables_map values;
    if (const auto over = read_options(args, options, values, usage, out, err, "bin")) return *over;
    if (!words.empty()) file = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        moves += (moves.empty() ? "" : " ") + words[i];
    if (threshold < 0 || threshold > 1000) {
        err << "-threshold is 0 to 1000\nusage: " << usage << '\n';
        return exit_bad_usage;
    }

    const auto answerer = open_answerer(file, threshold, values.count("json") > 0, out, err);
    if (!answerer) {
        err << answerer.error().message << '\n';
        return exit_bad_input;
    }
    bool first = true;
    const auto answer = [&](const Root& root) {
        const auto position = play_line(root.position, moves);
        if (!position) {
            show_error(err, "-moves", position.error().message, moves, position.error().offset);
            return false;
        }
        if (!std::exchange(first, false) && !values.count("json")) out << '\n';
        if (const auto answered = (*answerer)(*position, root.spelling); !answered) {
            err << answered.error().message << '\n';
            return false;
        }
        out.flush(); // a program that asks through a pipe waits for it
        return true;
    };
    const bool good = fens.empty() ? answer({Position::start(), {}}) : for_each_fen(fens, in, err, answer);
    return good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools
