// `polyglot find-book` shows the content of a book in a position. See docs/find-book.md.
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/find/statistics.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"

#include <array>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using chess::Position;

// Prints the file's content in a position.
using Answerer = std::function<Result<void>(const Position&, const CastlingSpelling&)>;

Result<Answerer> open_statistics(const std::string& file,
                                 std::shared_ptr<const book::ByteReader> bytes, bool as_json,
                                 std::ostream& out) {
    const auto named = [file](const Error& error) {
        return make_error(file + ": " + error.message);
    };
    auto opened = book::StatsSearch::open(std::move(bytes));
    if (!opened) return named(opened.error());
    return Answerer(
        [search = *std::move(opened), named, as_json,
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

Result<Answerer> open_answerer(const std::string& file, int threshold, bool as_json,
                               std::ostream& out, std::ostream& err) {
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
    return Answerer(
        [book, finder = BookFinder(*book, threshold), as_json,
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
    bool as_json = false;
    OptionTable option("polyglot find-book BOOK [MOVE]... [-fen FEN]... [-threshold N] [-json]");
    option("bin", "FILE [MOVE...]", words,
           "the book, of any format, or statistics of make-book (default: book.bin), and moves; "
           "the option's name may "
           "be left out")
        .takes_words();
    option("fen", "FEN", fens,
           "the position (default: the start position); may be repeated; - reads FENs from "
           "standard input, one per "
           "line");
    option("moves", "MOVES", moves,
           "play these moves first from each position: \"e2e4 e7e5\", \"e4 e5\"");
    option(
        "threshold", "N", within(threshold, 0, 1000),
        "moves at or below N/1000 of all weight are not played, as with BookTreshold (default: 5)");
    option("json", as_json, "print one JSON object per line for each position");
    if (const auto over = option.read(args, out, err)) return *over;
    if (!words.empty()) file = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        moves += (moves.empty() ? "" : " ") + words[i];

    const auto answerer = open_answerer(file, threshold, as_json, out, err);
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
        if (!std::exchange(first, false) && !as_json) out << '\n';
        if (const auto answered = (*answerer)(*position, root.spelling); !answered) {
            err << answered.error().message << '\n';
            return false;
        }
        out.flush(); // a program that queries through a pipe waits for the answer
        return true;
    };
    const bool good =
        fens.empty() ? answer({Position::start(), {}}) : for_each_fen(fens, in, err, answer);
    return good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools
