#include "tools/grow_book/options.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/command_line.hpp"
#include "tools/engines/engine_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <string_view>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::string_view usage = "polyglot grow-book -store FILE.db [-ec ENGINE]... [-bin BOOK]... [OPTION]...";

constexpr std::int64_t usual_nodes = 1'000'000;
constexpr double usual_alpha = 10; // plies a pawn
constexpr std::array<std::string_view, 10> of_an_engine{"ed",       "uci",       "pg",   "nodes",   "depth",
                                                        "movetime", "hang-time", "hash", "threads", "concurrency"};

po::options_description described_options() {
    using Texts = std::vector<std::string>;
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    const auto texts = [](const char* name) { return po::value<Texts>()->value_name(name)->composing(); };
    const auto number = [](const char* name) { return po::value<std::int64_t>()->value_name(name); };
    const auto real = [](const char* name) { return po::value<double>()->value_name(name); };
    po::options_description described("options");
    auto option = described.add_options();
    option("store", text("FILE"), "the positions that have been searched; made if there is no such file");
    option("bin", texts("BOOK"),
           "write the book at the end: .abk, .yacb, .exp, .csv, .json by the name's end, else .bin; may be repeated");
    option("ec", text("ENGINE"),
           "search positions with this engine: the engine and its arguments, in one argument; without it the book of "
           "the store is written. May be repeated: the options of an engine follow its -ec, those before the first "
           "-ec are for all");
    option("ed", text("DIR"), "directory of the engine");
    option("uci", texts("NAME=VALUE"), "set an option of the engine; may be repeated");
    option("pg", texts("NAME=VALUE"), "set an option of [PolyGlot], as EngineProtocol; may be repeated");
    option("nodes", number("N"), "search N nodes in every position (default: 1000000)");
    option("depth", number("N"), "search every position to this depth");
    option("movetime", real("S"), "search every position for S seconds");
    option("hang-time", real("S"),
           "kill an engine that is this late (default: 10); with -depth or -nodes, one that is silent for this long "
           "(default: 60)");
    option("hash", number("MB"), "the engine's Hash");
    option("threads", number("N"), "the engine's Threads option or its equivalent");
    option("concurrency", number("N"), "N engines at once (default: 1), of each -ec");
    option("retry", real("S"),
           "try an engine that has gone again, and wait for a store in use, for S seconds (default: 3600)");
    option("time", real("S"), "begin no search after S seconds (default: until Ctrl-C)");
    option("positions", number("N"), "end after N searches");
    option("side", text("SIDE"),
           "white, black: a repertoire, with the best moves of this side and all good replies; both (default)");
    option("width", number("CP"), "only moves at most CP centipawns worse than the best (default: 50)");
    option("alpha", real("A"),
           "a move that is a pawn worse counts as A plies more: 0 goes for breadth, much for depth (default: 10)");
    option("from", texts("BOOK"),
           "begin with the positions of this book, of any format, of PGN lines, or of the main lines of games in PGN; "
           "may be "
           "repeated");
    option("max-ply", number("N"), "of games: their first N plies (default: 40)");
    option("merge", texts("FILE"), "add the searches of another store; may be repeated");
    option("learn", text("FILE"),
           "results of games (BookLearnFile): lines that score worse than their values promise are searched sooner");
    option("temperature", real("T"), "a move T centipawns below the best gets 37 % of its weight (default: 20)");
    add_root_options(described);
    return described;
}

void read_books(OptionReader& reader, GrowOptions& options) {
    for (const std::string& file : reader.texts("bin")) {
        const std::string extension = to_text(to_path(file).extension());
        const auto target = parse_book_target(std::string_view(extension).substr(extension.empty() ? 0 : 1));
        if (target == BookTarget::Pgn) return reader.refuse("-bin " + file + ": convert-book writes PGN");
        options.books.emplace_back(file, target.value_or(BookTarget::PolyGlot));
    }
}

void read_rules(OptionReader& reader, GrowOptions& options) {
    const std::string side = reader.has("side") ? reader.text("side") : "both";
    constexpr std::array<std::string_view, 3> sides{"both", "white", "black"}; // by GrowSide
    const auto found = std::find(sides.begin(), sides.end(), side);
    if (found == sides.end()) return reader.refuse("-side is white, black or both");
    options.rules.side = static_cast<book::GrowSide>(found - sides.begin());
    reader.number("width", options.rules.width_cp, 0, 10'000);
    const double alpha = reader.real("alpha", 0, 1000).value_or(usual_alpha);
    options.rules.alpha_millis = static_cast<int>(std::lround(alpha * 10));
    options.temperature = reader.real("temperature", 0.01, 10'000).value_or(options.temperature);
}

GrowEngine read_engine(OptionReader& reader, std::ostream& err) {
    GrowEngine engine;
    engine.command = reader.text("ec");
    read_fixed_limits(reader, engine.limits);
    if (const auto seconds = reader.seconds("hang-time"))
        engine.limits.hang_time = milliseconds(std::llround(*seconds * 1000));
    reader.number("concurrency", engine.engines.count, 1, 256);
    reader.number("hash", engine.engines.hash_mb, 1, 1 << 25);
    reader.number("threads", engine.engines.threads, 1, 4096);
    if (!reader.problem().empty()) return engine;
    if (auto settings = engine_settings(reader, err))
        engine.engines.settings = *std::move(settings);
    else
        reader.refuse(settings.error().message);
    return engine;
}

void read_engines(OptionReader& reader, const std::vector<po::variables_map>& each, GrowOptions& options,
                  std::ostream& err) {
    for (const po::variables_map& values : each) {
        OptionReader of_one(values);
        options.engines.push_back(read_engine(of_one, err));
        if (!of_one.problem().empty()) return reader.refuse(of_one.problem());
    }
    if (each.empty()) {
        for (const std::string_view name : of_an_engine)
            if (reader.has(name.data()))
                reader.refuse('-' + std::string(name) + " is for an engine, and none is given (-ec)");
        for (const char* name : {"time", "positions", "retry", "learn"})
            if (reader.has(name)) reader.refuse('-' + std::string(name) + " is for an engine, and none is given (-ec)");
    }
    const auto is_limited = [](const GrowEngine& engine) { return engine.limits.is_fixed(); };
    const bool any = std::any_of(options.engines.begin(), options.engines.end(), is_limited);
    for (GrowEngine& engine : options.engines) {
        if (is_limited(engine)) continue;
        if (any)
            return reader.refuse("-ec " + engine.command +
                                 ": how long is it to search (-nodes, -depth, -movetime)? What is given before the "
                                 "first -ec counts for all engines");
        engine.limits.nodes = usual_nodes;
    }
}

void read_run(OptionReader& reader, GrowOptions& options) {
    reader.number("positions", options.positions, 1, 1'000'000'000'000);
    options.learn = reader.text("learn");
    constexpr double year = 366 * 86'400.0;
    if (const auto seconds = reader.real("time", 0.001, year))
        options.time = milliseconds(std::llround(*seconds * 1000));
    if (const auto seconds = reader.real("retry", 0, year))
        options.retry_time = milliseconds(std::llround(*seconds * 1000));
}

} // namespace

std::variant<GrowOptions, int> read_grow_options(Arguments args, std::istream& in, std::ostream& out,
                                                 std::ostream& err) {
    po::variables_map values;
    std::vector<po::variables_map> engines;
    if (const auto over = read_option_groups(args, described_options(), {.start = "ec", .owned = of_an_engine}, values,
                                             engines, usage, out, err))
        return *over;
    OptionReader reader(values);
    GrowOptions options;
    options.store = reader.text("store");
    options.merges = reader.texts("merge");
    options.seeds = reader.texts("from");
    reader.number("max-ply", options.game_plies, 1, 65'536);
    if (reader.has("max-ply") && options.seeds.empty())
        reader.refuse("-max-ply is for games, and none are given (-from)");
    if (options.store.empty()) reader.refuse("no store is given (-store)");
    read_books(reader, options);
    read_rules(reader, options);
    read_engines(reader, engines, options, err);
    read_run(reader, options);
    if (options.engines.empty() && options.books.empty() && options.merges.empty() && options.seeds.empty())
        reader.refuse("nothing to do: an engine (-ec) searches positions, -bin writes the book");
    if (!reader.problem().empty()) {
        err << reader.problem() << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    if (reader.has("fen") || reader.has("chess960")) {
        auto roots = read_roots(values, in, err);
        if (!roots) return exit_bad_usage;
        options.roots = *std::move(roots);
    }
    return options;
}

} // namespace polyglot::tools
