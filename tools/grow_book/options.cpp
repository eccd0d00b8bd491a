#include "tools/grow_book/options.hpp"

#include "core/text/path_text.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/option_table.hpp"
#include "tools/engines/engine_options.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string_view>

namespace polyglot::tools {
namespace {

constexpr std::int64_t usual_nodes = 1'000'000;
constexpr double year = 366 * 86'400.0; // seconds

struct GivenEngine {
    NamedEngine named;
    GrowEngine engine;
    std::optional<milliseconds> hang_time;
};

struct Given {
    GivenEngine engine; // the current one while reading
    std::vector<GivenEngine> engines;
    std::vector<std::string> of_engine, of_games; // names of options
    double alpha = 10;                            // plies per pawn
    RootOptions where;
};

OptionValue book_to_write(GrowOptions& options) {
    const auto add = [&options](const std::string& option, const std::string& file) {
        const std::string extension = to_text(to_path(file).extension());
        const auto target =
            parse_book_target(std::string_view(extension).substr(extension.empty() ? 0 : 1));
        if (target == BookTarget::Pgn) refuse(option + ' ' + file + ": convert-book writes PGN");
        options.books.emplace_back(file, target.value_or(BookTarget::PolyGlot));
    };
    return {add, true};
}

void add_engines(OptionTable& option, Given& given) {
    GivenEngine& one = given.engine;
    option.begin_each(one, given.engines);
    option("ec", "ENGINE", one.named.command,
           "search positions with this engine: the engine and its arguments, in one argument; "
           "without it the book of "
           "the store is written. May be repeated: the options of an engine follow its -ec, those "
           "before the first "
           "-ec are for all");
    option.note(&given.of_engine);
    add_engine_options(option, one.named);
    add_fixed_limits(option, one.engine.limits,
                     {"search every position to this depth",
                      "search N nodes in every position (default: 1000000)",
                      "search every position for S seconds"});
    add_hang_time(option, one.hang_time);
    add_engine_resources(option, one.engine.engines, "N engines at once (default: 1), of each -ec");
    option.note(nullptr);
    option.end_each();
}

void add_run(OptionTable& option, GrowOptions& options, Given& given) {
    option("retry", "S", seconds(options.retry_time, 0, year),
           "try an engine that has gone again, and wait for a store in use, for S seconds "
           "(default: 3600)")
        .noted_in(given.of_engine);
    option("time", "S", seconds(options.time, 0.001, year),
           "begin no search after S seconds (default: until Ctrl-C)")
        .noted_in(given.of_engine);
    option("positions", "N", within(options.positions, 1, 1'000'000'000'000),
           "end after N searches")
        .noted_in(given.of_engine);
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
           "results of games (BookLearnFile): lines that score worse than their values promise are "
           "searched sooner")
        .noted_in(given.of_engine);
    option("temperature", "T", within(options.temperature, 0.01, 10'000),
           "a move T centipawns below the best gets 37 % of its weight (default: 20)");
    add_root_options(option, given.where);
}

GrowEngine settle_engine(GivenEngine given, bool others_are_limited, std::ostream& err) {
    GrowEngine& engine = given.engine;
    engine.command = given.named.command.value_or("");
    if (!engine.limits.is_fixed() && others_are_limited)
        refuse("-ec " + engine.command +
               ": how long is it to search (-nodes, -depth, -movetime)? What is given before the "
               "first -ec counts for "
               "all engines");
    if (!engine.limits.is_fixed()) engine.limits.nodes = usual_nodes;
    engine.limits.set_hang_time(given.hang_time);
    auto settings = engine_settings(given.named, err);
    if (!settings) refuse(settings.error().message);
    engine.engines.settings = *std::move(settings);
    return engine;
}

void settle(GrowOptions& options, const Given& given, std::istream& in, std::ostream& err) {
    if (options.seeds.empty())
        refuse_any(given.of_games, "is for games, and none are given (-from)");
    if (options.store.empty()) refuse("no store is given (-store)");
    options.rules.alpha_millis = static_cast<int>(std::lround(given.alpha * 10));
    if (given.engines.empty())
        refuse_any(given.of_engine, "is for an engine, and none is given (-ec)");
    const bool any_is_limited =
        std::any_of(given.engines.begin(), given.engines.end(),
                    [](const GivenEngine& engine) { return engine.engine.limits.is_fixed(); });
    for (const GivenEngine& engine : given.engines)
        options.engines.push_back(settle_engine(engine, any_is_limited, err));
    if (options.engines.empty() && options.books.empty() && options.merges.empty() &&
        options.seeds.empty())
        refuse("nothing to do: an engine (-ec) searches positions, -bin writes the book");
    if (given.where.given()) options.roots = read_roots(given.where, in, err);
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
    add_engines(option, given);
    add_run(option, options, given);
    add_book(option, options, given);
    if (const auto over = option.read(args, out, err, [&] { settle(options, given, in, err); }))
        return *over;
    return options;
}

} // namespace polyglot::tools
