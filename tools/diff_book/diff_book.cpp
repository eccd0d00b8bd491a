// `polyglot diff-book` shows how two books differ. See docs/diff-book.md.
#include "core/text/figures.hpp"
#include "tools/books/compare/report.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/variant_books.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/json.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <array>
#include <cstdio>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

constexpr std::size_t all_positions = static_cast<std::size_t>(-1);

// The statuses are those of diff: 0 equal, 1 different, 2 error.
constexpr int exit_same = 0;
constexpr int exit_different = 1;

struct DiffOptions {
    std::vector<std::string> books;
    const chess::Variant* variant = nullptr; // null: of chess, or what the books name
    RootOptions where;
    double least = 0; // variation of a position that is shown
    std::size_t most = 20;
    bool as_json = false;
};

std::optional<int> read_diff_options(Arguments args, DiffOptions& options, std::ostream& out,
                                     std::ostream& err) {
    OptionTable option(
        "polyglot diff-book A B [-fen FEN]... [-chess960] [-variant NAME] [-min-change P] "
        "[-max N] [-json]");
    option("bin", "BOOK", options.books,
           "the two books, of any format; the option's name may be left out")
        .takes_words();
    add_root_options(option, options.where);
    add_variant_option(option, options.variant, book_variant_help);
    option("min-change", "P", per_cent(options.least),
           "show only positions in which the choice of moves changes by at least P per cent "
           "(default: 0)");
    option("max", "N", options.most,
           "show at most N positions, those that matter most (default: 20); 0 shows all");
    option("json", options.as_json, "print one JSON object");
    return option.read(args, out, err, [&] {
        if (options.books.size() != 2)
            refuse("two books are needed, and " + std::to_string(options.books.size()) + " given");
        if (options.most == 0) options.most = all_positions;
    });
}

std::string share_of(const PositionPair& pair, std::size_t book, const MovePair& move) {
    return move.present[book] ? text::per_cent(pair.share(book, move)) : "-";
}

bool is_changed(const PositionPair& pair, const MovePair& move) {
    return share_of(pair, 0, move) != share_of(pair, 1, move);
}

class Printer {
  public:
    Printer(const BookDifference& difference, const ComparedBooks& books, std::ostream& out)
        : difference_(difference), books_(books), out_(out) {}
    void text() const;
    void json() const { out_ << format_json_list(json_of(difference_, books_), "positions"); }

  private:
    void show(const PositionPair& pair) const;

    const BookDifference& difference_;
    const ComparedBooks& books_;
    std::ostream& out_;
};

void Printer::show(const PositionPair& pair) const {
    out_ << pair.line << "  (" << pair.fen << ")\n";
    std::size_t same = 0;
    for (const MovePair& move : pair.moves) {
        if (!is_changed(pair, move)) {
            ++same;
            continue;
        }
        std::array<char, 64> columns{};
        std::snprintf(columns.data(), columns.size(), "  %-8s%7s -> %7s", move.san.c_str(),
                      share_of(pair, 0, move).c_str(), share_of(pair, 1, move).c_str());
        out_ << columns.data() << '\n';
    }
    if (same > 0) out_ << "  " << text::counted(same, "move") << " alike\n";
}

void Printer::text() const {
    const std::size_t shown = difference_.differences.size();
    for (const PositionPair& pair : difference_.differences)
        show(pair);
    if (difference_.counted > shown)
        out_ << "and " << text::counted(difference_.counted - shown, "position")
             << " more; -max 0 shows all\n";
    if (shown > 0) out_ << '\n';
    for (const std::string& line : summary_of(difference_, books_))
        out_ << line << '\n';
}

int refuse_books(std::ostream& err, const std::string& message) {
    err << "diff-book: " << message << '\n';
    return exit_bad_usage;
}

// Nullopt if a FEN is wrong.
std::optional<BookDifference> compare_all(const DiffOptions& options, const ComparedBooks& books,
                                          const std::optional<book::NamedVariant>& of_variant,
                                          const CompareRules& rules, std::istream& in,
                                          std::ostream& err) {
    if (!of_variant) {
        auto roots = find_roots(options.where, in, err);
        return roots ? std::optional(compare(books, *roots, !options.where.given(), rules))
                     : std::nullopt;
    }
    const chess::Variant* const variant = of_variant->variant;
    const auto roots = find_variant_roots(*variant, options.where, in, err);
    if (!roots) return std::nullopt;
    const auto a = book::VariantBook::open(*books[0].polyglot, variant);
    const auto b = book::VariantBook::open(*books[1].polyglot, variant);
    return compare_books(*a, *b, *roots, rules);
}

} // namespace

int run_diff_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    DiffOptions options;
    if (const auto over = read_diff_options(args, options, out, err)) return *over;
    ComparedBooks books;
    std::vector<NamedBook> named;
    for (std::size_t i = 0; i < books.size(); ++i) {
        auto book = open_compared_book(options.books[i]);
        if (!book) return refuse_books(err, book.error().message);
        for (const std::string& warning : book->warnings)
            err << book->name << ": " << warning << '\n';
        books[i] = *std::move(book);
        named.push_back({options.books[i], books[i].opened.get()});
    }
    const auto of_variant = common_variant(named, options.variant);
    if (!of_variant) return refuse_books(err, of_variant.error().message);
    const CancelFlag is_cancelled;
    const CompareRules rules{.least = options.least,
                             .most = options.most,
                             .keep_on = [&is_cancelled] { return !is_cancelled(); }};
    const auto difference = compare_all(options, books, *of_variant, rules, in, err);
    if (!difference) return exit_bad_usage;
    if (is_cancelled()) {
        err << "diff-book: stopped\n";
        return exit_interrupted;
    }
    const Printer printer(*difference, books, out);
    options.as_json ? printer.json() : printer.text();
    const bool same = difference->is_whole &&
                      difference->changed + difference->only[0] + difference->only[1] == 0;
    return same ? exit_same : exit_different;
}

} // namespace polyglot::tools
