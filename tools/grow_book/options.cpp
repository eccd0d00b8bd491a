#include "tools/grow_book/options.hpp"

#include "core/text/path_text.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/common/option_table.hpp"
#include "tools/grow_book/seeds.hpp"

#include <cmath>
#include <ostream>
#include <string_view>

namespace polyglot::tools {
namespace {

constexpr const char* ec_help =
    "search positions with this engine: the engine and its arguments, in one argument; without it "
    "the book of the store is written. May be repeated: the options of an engine follow its -ec, "
    "those before the first -ec are for all";

struct Given {
    GivenRun run;
    std::vector<std::string> of_games; // names of options
    double alpha = 10;                 // plies per pawn
    RootOptions where;
};

OptionValue book_to_write(GrowOptions& options) {
    const auto add = [&options](const std::string& option, const std::string& file) {
        const std::string extension = to_text(to_path(file).extension());
        const auto target =
            parse_book_target(std::string_view(extension).substr(extension.empty() ? 0 : 1));
        if (target == pgn_target) refuse(option + ' ' + file + ": convert-book writes PGN");
        options.books.emplace_back(file, target.value_or(polyglot_target));
    };
    return {add, true};
}

void add_book(OptionTable& option, GrowOptions& options, Given& given) {
    option("side", "SIDE",
           one_of(options.rules.side, {{"white", book::GrowSide::White},
                                       {"black", book::GrowSide::Black},
                                       {"both", book::GrowSide::Both}}),
           "white, black: a repertoire, with the best moves of this side and all good replies; "
           "both (default)");
    option("width", "CP", within(options.rules.width_cp, 0, 10'000),
           "only moves at most CP centipawns worse than the best (default: 50)");
    option("alpha", "A", within(given.alpha, 0, 1000),
           "a move that is a pawn worse counts as A plies more: 0 goes for breadth, much for depth "
           "(default: 10)");
    option("from", "BOOK", options.seeds,
           "begin with the positions of this book, of any format, of PGN lines, or of the main "
           "lines of games in PGN; "
           "may be repeated");
    option("max-ply", "N", within(options.game_plies, 1, 65'536),
           "of games: their first N plies (default: 40)")
        .noted_in(given.of_games);
    option("merge", "FILE", options.merges, "add the searches of another store; may be repeated");
    option("learn", "FILE", options.learn,
           "results of games, in this file or server (BookLearnFile): lines that score worse than "
           "their values promise are searched sooner")
        .noted_in(given.run.of_engine);
    option("temperature", "T", within(options.temperature, 0.01, 10'000),
           "a move T centipawns below the best gets 37 % of its weight (default: 20)");
    add_variant_choice(option, options.rules_of,
                       "the rules of a new store, unless what is read into it names them: chess, ");
    add_root_options(option, given.where);
}

// A store that exists names its variant; a new one gets that of the first store, book or file of
// games that is read into it and names one.
const chess::Variant* find_variant(const GrowOptions& options) {
    if (const auto name = io::GrowDb::find_variant(to_path(options.store)))
        return chess::find_variant(*name);
    for (const std::string& file : options.merges)
        if (const auto name = io::GrowDb::find_variant(to_path(file)))
            return chess::find_variant(*name);
    for (const std::string& file : options.seeds)
        if (const auto* const variant =
                is_of_games(file) ? variant_of_games(file) : variant_of_any_book(file, nullptr))
            return variant;
    return nullptr;
}

void settle_variant(GrowOptions& options, const RootOptions& where, std::istream& in,
                    std::ostream& err) {
    VariantChoice& choice = options.rules_of;
    if (!choice.is_given) choice.variant = find_variant(options);
    settle_keys(choice);
    for (const auto& [file, target] : options.books)
        if (const auto fits = check_target(file, target, choice.variant); !fits)
            refuse("-bin " + fits.error().message);
    settle_rules(choice, where, options.run, options.roots, in, err);
}

void settle(GrowOptions& options, const Given& given, std::istream& in, std::ostream& err) {
    if (options.seeds.empty())
        refuse_any(given.of_games, "is for games, and none are given (-from)");
    if (options.store.empty()) refuse("no store is given (-store)");
    options.rules.alpha_millis = static_cast<int>(std::lround(given.alpha * 10));
    settle_run(options.run, given.run, err);
    if (options.run.engines.empty() && options.books.empty() && options.merges.empty() &&
        options.seeds.empty())
        refuse("nothing to do: an engine (-ec) searches positions, -bin writes the book");
    settle_variant(options, given.where, in, err);
}

} // namespace

std::variant<GrowOptions, int> read_grow_options(Arguments args, std::istream& in,
                                                 std::ostream& out, std::ostream& err) {
    GrowOptions options;
    Given given;
    OptionTable option(
        "polyglot grow-book -store FILE.db [-ec ENGINE]... [-bin BOOK]... [OPTION]...");
    option("store", "FILE", options.store,
           "the positions that have been searched; made if there is no such file");
    option("bin", "BOOK", book_to_write(options),
           "write the book at the end: .abk, .yacb, .exp, .csv, .json by the name's end, else "
           ".bin; may be repeated");
    add_run_engines(option, given.run, ec_help);
    add_run_limits(option, options.run, given.run);
    add_book(option, options, given);
    if (const auto over = option.read(args, out, err, [&] { settle(options, given, in, err); }))
        return *over;
    return options;
}

} // namespace polyglot::tools
