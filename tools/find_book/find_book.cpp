// `polyglot find-book` shows the content of a book in a position. See docs/find-book.md.
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/find/statistics.hpp"
#include "tools/books/find/variant.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/books/sources/variant_stats.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

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
using chess::VariantPosition;

struct FindOptions {
    std::string file = "book.bin";
    std::vector<std::string> fens;
    std::string moves;
    int threshold = book::Policy().threshold_per_mil;
    const chess::Variant* variant = nullptr;
    bool as_json = false;
};

// Prints what the file stores for a position.
template <class AnyPosition>
using AnswererOf = std::function<Result<void>(const AnyPosition&, const CastlingSpelling&)>;
using Answerer = AnswererOf<Position>;

// Answers for chess; or, if variant is not null, for this variant.
struct Answerers {
    Answerer chess;
    const chess::Variant* variant = nullptr;
    AnswererOf<VariantPosition> of_variant;

    explicit Answerers(Answerer of_chess) : chess(std::move(of_chess)) {}
    Answerers(const chess::Variant* rules, AnswererOf<VariantPosition> answerer)
        : variant(rules), of_variant(std::move(answerer)) {}
};

template <class AnyPosition>
AnswererOf<AnyPosition> statistics_answerer(std::shared_ptr<const book::StatsSearch> search,
                                            const FindOptions& options, std::ostream& out) {
    return [search = std::move(search), &options,
            &out](const AnyPosition& position, const CastlingSpelling& spelling) -> Result<void> {
        const auto found = find_statistics(*search, position, spelling);
        if (!found) return make_error(options.file + ": " + found.error().message);
        if (options.as_json) {
            out << boost::json::serialize(json_of(*found)) << '\n';
        } else {
            print_text(*found, out);
        }
        return {};
    };
}

Result<Answerers> open_statistics(const FindOptions& options,
                                  std::shared_ptr<const book::ByteReader> bytes,
                                  std::ostream& out) {
    auto opened = book::StatsSearch::open(std::move(bytes));
    if (!opened) return make_error(options.file + ": " + opened.error().message);
    const auto search = std::make_shared<const book::StatsSearch>(*std::move(opened));
    const book::NamedVariant& of = search->info().of;
    if (const auto fits = check_variant(of, options.variant); !fits)
        return make_error(options.file + ": " + fits.error().message);
    if (of.variant)
        return Answerers(of.variant, statistics_answerer<VariantPosition>(search, options, out));
    return Answerers(statistics_answerer<Position>(search, options, out));
}

// The finder's book is kept as long as the answerer.
template <class AnyPosition, class Finder>
AnswererOf<AnyPosition> answerer_of(std::shared_ptr<const book::Book> book, Finder finder,
                                    bool as_json, std::ostream& out) {
    return [book = std::move(book), finder = std::move(finder), as_json,
            &out](const AnyPosition& position, const CastlingSpelling& spelling) -> Result<void> {
        const FoundPosition found = finder.find(position, spelling);
        if (as_json) {
            print_json(found, finder.has_results(), out);
        } else {
            print_text(found, finder.has_results(), out);
        }
        return {};
    };
}

Result<Answerers> open_answerers(const FindOptions& options, std::ostream& out, std::ostream& err) {
    auto bytes = io::open_book_bytes(to_path(options.file));
    if (!bytes) return bytes.error();
    std::array<std::byte, 8> head{};
    if (book::is_stats(std::span(head).first((*bytes)->read_at(0, head))))
        return open_statistics(options, *std::move(bytes), out);
    auto opened = open_any_book(options.file, io::BookUse::Study, true);
    if (!opened) return opened.error();
    for (const std::string& warning : opened->warnings)
        err << options.file << ": " << warning << '\n';
    const std::shared_ptr<const book::Book> book = std::move(opened->book);
    const auto of_variant = book::open_variant(*book, options.variant);
    if (!of_variant) return make_error(options.file + ": " + of_variant.error().message);
    if (const auto& found = *of_variant)
        return Answerers(&found->variant(),
                         answerer_of<VariantPosition>(
                             book, VariantFinder(*found, options.threshold), options.as_json, out));
    return Answerers(
        answerer_of<Position>(book, BookFinder(*book, options.threshold), options.as_json, out));
}

// Answers for the positions after the moves.
class Asking {
  public:
    Asking(const FindOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err) {}

    template <class AnyRoot, class AnyAnswerer>
    bool answer(const AnyRoot& root, const AnyAnswerer& answerer) {
        const auto position = play_line(root.position, options_.moves);
        if (!position) {
            show_error(err_, "-moves", position.error().message, options_.moves,
                       position.error().offset);
            return false;
        }
        if (!std::exchange(first_, false) && !options_.as_json) out_ << '\n';
        if (const auto answered = answerer(*position, root.spelling); !answered) {
            err_ << answered.error().message << '\n';
            return false;
        }
        out_.flush(); // a program that queries through a pipe waits for the answer
        return true;
    }

    bool answer_all(const Answerers& answerers, std::istream& in) {
        const auto& fens = options_.fens;
        if (const chess::Variant* variant = answerers.variant) {
            const auto visit = [&](const VariantRoot& root) {
                return answer(root, answerers.of_variant);
            };
            return fens.empty() ? visit({VariantPosition::start(*variant), {}})
                                : for_each_variant_fen(*variant, fens, in, err_, visit);
        }
        const auto visit = [&](const Root& root) { return answer(root, answerers.chess); };
        return fens.empty() ? visit({Position::start(), {}}) : for_each_fen(fens, in, err_, visit);
    }

  private:
    const FindOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    bool first_ = true;
};

} // namespace

int run_find_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    FindOptions options;
    std::vector<std::string> words;
    OptionTable option(
        "polyglot find-book BOOK [MOVE]... [-fen FEN]... [-variant NAME] [-threshold N] [-json]");
    option("bin", "FILE [MOVE...]", words,
           "the book, of any format, or statistics of make-book (default: book.bin), and moves; "
           "the option's name may "
           "be left out")
        .takes_words();
    option("fen", "FEN", options.fens,
           "the position (default: the start position); may be repeated; - reads FENs from "
           "standard input, one per "
           "line");
    option("moves", "MOVES", options.moves,
           "play these moves first from each position: \"e2e4 e7e5\", \"e4 e5\"");
    add_variant_option(option, options.variant, book_variant_help);
    option(
        "threshold", "N", within(options.threshold, 0, 1000),
        "moves at or below N/1000 of all weight are not played, as with BookTreshold (default: 5)");
    option("json", options.as_json, "print one JSON object per line for each position");
    if (const auto over = option.read(args, out, err)) return *over;
    if (!words.empty()) options.file = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        options.moves += (options.moves.empty() ? "" : " ") + words[i];

    const auto answerers = open_answerers(options, out, err);
    if (!answerers) return fail(err, answerers.error().message);
    return Asking(options, out, err).answer_all(*answerers, in) ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools
