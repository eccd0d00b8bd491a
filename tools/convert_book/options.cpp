#include "tools/convert_book/options.hpp"

#include "core/chess/chess960.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

std::optional<BookTarget> target_of(const std::optional<std::string>& format,
                                    const std::string& to) {
    if (format) return parse_book_target(*format);
    const std::string extension = to_text(to_path(to).extension());
    return extension.empty() ? std::nullopt
                             : parse_book_target(std::string_view(extension).substr(1));
}

bool is_of_chessbase(const std::string& name) {
    const std::string extension = text::lower(to_text(to_path(name).extension()));
    return extension == ".ctg" || extension == ".cto" || extension == ".ctb";
}

void set_target(ConvertOptions& options, const std::optional<std::string>& format) {
    if (is_of_chessbase(options.to) || (format && is_of_chessbase("x." + *format)))
        refuse("polyglot reads ChessBase books (.ctg) and does not write any: nothing is written");
    const auto target = target_of(format, options.to);
    if (!target)
        refuse("-format is " + book_target_words() + "; -to ends in none of these: " + options.to);
    options.target = *target;
}

void check(const ConvertOptions& options) {
    if (options.to == "-" && !options.target.is_text)
        refuse("only CSV, JSON and PGN go to standard output");
    const bool has_header = options.target == polyglot_target || options.target == arena_target;
    if ((options.comment || options.author) && !has_header)
        refuse(
            "-comment and -author are for .bin and .abk: the other formats have no place for them");
    const auto is_start = [](const chess::Position& root) {
        return root == chess::Position::start();
    };
    if (options.target == arena_target && !std::ranges::all_of(options.roots, is_start))
        refuse("an Arena book begins with the start position: neither another -fen nor -chess960");
}

} // namespace

std::variant<ConvertCommand, int> read_convert_options(Arguments args, std::istream& in,
                                                       std::ostream& out, std::ostream& err) {
    ConvertCommand options;
    std::optional<std::string> format;
    RootOptions where;
    OptionTable option("polyglot convert-book BOOK -to FILE [OPTION]...");
    option("from", "FILE", options.from,
           "the book, in any format of `polyglot help formats`; it is detected from the content")
        .takes_words()
        .required();
    option("to", "FILE", options.to, "the file to write; - prints CSV, JSON and PGN").required();
    const std::string formats =
        book_target_words() + " (experience: SugaR V2; default: by the extension of -to)";
    option("format", "FORMAT", format, formats.c_str());
    option("fen", "FEN...", where.fens,
           "only positions reachable from these; - reads FENs from standard input, one per line");
    option("chess960", where.chess960,
           "only positions reachable from the start positions of Chess960");
    add_variant_option(option, options.variant, book_variant_help);
    option("keys", "WHICH",
           one_of(options.keys,
                  {{"plain", chess::VariantKeys::Plain}, {"xboard", chess::VariantKeys::XBoard}}),
           "of a variant's .bin: plain (bots, python-chess) or xboard (default: as it is)");
    option("positions", "FILE...", options.positions,
           "also positions that the book knows of those in these PGN files or books: for "
           "experience files");
    option("min-depth", "N", options.min_depth,
           "SFTT, experience: only entries of at least N plies");
    option("temperature", "T", within(options.temperature, 0.01, 10'000),
           "YACB, SFTT, experience: a move T centipawns below the best gets 37 % of its weight "
           "(default: 20)");
    option(
        "ctg-moves", "WHICH",
        one_of(options.ctg_moves, {{"green", book::CtgMoves::Green}, {"all", book::CtgMoves::All}}),
        "of a ChessBase book (.ctg): green moves (default), or all but red ones and those marked ? "
        "or ??");
    option("comment", "TEXT", options.comment,
           "comment in the header of a .bin or .abk (default: that of the source)");
    option("author", "TEXT", options.author,
           "author in the header of a .bin or .abk (default: that of the source)");
    const auto finish = [&] {
        set_target(options, format);
        if (const auto* const variant = variant_of_any_book(options.from, options.variant)) {
            if (!options.positions.empty()) refuse("-positions is for books of chess");
            options.variant_roots = read_variant_roots(*variant, where, in, err);
            return;
        }
        if (options.keys) refuse("-keys is for books of variants");
        auto roots = read_fens(where.fens, in, err);
        if (!roots) refuse();
        if (roots->empty() && !where.fens.empty()) refuse("-fen - has no position");
        const auto& starts = chess::chess960_starts();
        if (where.chess960) roots->insert(roots->end(), starts.begin(), starts.end());
        options.roots = *std::move(roots);
        check(options);
    };
    if (const auto over = option.read(args, out, err, finish)) return *over;
    return options;
}

} // namespace polyglot::tools
