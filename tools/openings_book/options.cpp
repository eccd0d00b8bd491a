#include "tools/openings_book/options.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/command_line.hpp"
#include "tools/engines/engine_options.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::string_view usage = "polyglot openings-book BOOK [-n N] [-ply P] [-out FILE.epd|FILE.pgn] [OPTION]...\n"
                                   "       polyglot openings-book -check FILE [-ec ENGINE] [OPTION]...";

constexpr double usual_window_cp = 50;
constexpr int usual_depth = 12;

po::options_description described_options() {
    using Texts = std::vector<std::string>;
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    const auto texts = [](const char* name) { return po::value<Texts>()->value_name(name)->composing(); };
    const auto number = [](const char* name) { return po::value<std::int64_t>()->value_name(name); };
    po::options_description described("options");
    auto option = described.add_options();
    option("bin", text("BOOK"), "a book of any format, or statistics of make-book; the option's name may be left out");
    option("out", text("FILE"), "write the list to this file; - for standard output (default)");
    option("format", text("F"), "epd or pgn (default: by the name of the file, else epd)");
    option("n", number("N"), "this many start positions (default: 100)");
    option("ply", number("P"), "after P half-moves (default: 8)");
    option("draw", text("HOW"),
           "share: as often as the book's weights lead there (default); uniform: all positions alike");
    option("seed", number("N"), "another list; the same seed gives the same list everywhere (default: 1)");
    option("balance", text("LOW..HIGH"),
           "only positions in which White scored LOW to HIGH per cent in the book's games");
    option("min-games", number("N"), "only positions with at least N games in the book (with -balance: 1)");
    option("opening", texts("NAME"),
           "only these openings: a name, with * and ? if you like, or ECO codes as B90 or B20-B99; may be repeated");
    option("not-opening", texts("NAME"), "not these");
    option("ec", text("ENGINE"), "an engine judges each position: the engine and its arguments, in one argument");
    option("ed", text("DIR"), "directory of the engine");
    option("uci", texts("NAME=VALUE"), "set an option of the engine; may be repeated");
    option("pg", texts("NAME=VALUE"), "set an option of [PolyGlot], as EngineProtocol; may be repeated");
    option("cp", text("WINDOW"), "its value, in centipawns: N for -N to N, or LOW..HIGH for White (default: 50)");
    option("depth", number("N"), "it searches to this depth (default: 12)");
    option("nodes", number("N"), "it searches N nodes");
    option("movetime", po::value<double>()->value_name("S"), "it searches S seconds");
    option("concurrency", number("N"), "N engines at once (default: 1)");
    option("check", text("FILE"),
           "draw nothing; prove this list (EPD or PGN): unreadable, over or drawn, twice, wrong side to move, spelt as "
           "Chess960 without need, outside the window");
    add_root_options(described);
    return described;
}

std::optional<StartFormat> parse_format(std::string_view word) {
    if (text::equal_ignoring_case(word, "epd")) return StartFormat::Epd;
    if (text::equal_ignoring_case(word, "pgn")) return StartFormat::Pgn;
    return std::nullopt;
}

void read_output(OptionReader& reader, StartOptions& options) {
    if (reader.has("out")) options.out = reader.text("out");
    const std::string extension = to_text(to_path(options.out).extension());
    const bool is_named = reader.has("format");
    if (!is_named && options.out == "-") return;
    const auto format = parse_format(is_named ? reader.text("format") : extension.substr(extension.empty() ? 0 : 1));
    if (!format)
        return reader.refuse(is_named
                                 ? "-format is epd or pgn"
                                 : "-out " + options.out + " ends with neither .epd nor .pgn: -format says what it is");
    options.format = *format;
}

void read_names(OptionReader& reader, const char* name, std::vector<NamePattern>& patterns) {
    for (const std::string& text : reader.texts(name)) {
        const auto pattern = NamePattern::parse(text);
        if (!pattern) return reader.refuse('-' + std::string(name) + ": " + pattern.error().message);
        patterns.push_back(*pattern);
    }
}

void read_draw(OptionReader& reader, StartOptions& options) {
    constexpr std::int64_t most = 10'000'000;
    reader.number("n", options.count, 1, most);
    reader.number("ply", options.given_ply, 0, 1000);
    reader.number("seed", options.seed, 0, std::numeric_limits<std::int64_t>::max());
    reader.number("min-games", options.min_games, 0, std::numeric_limits<std::int64_t>::max());
    if (reader.has("draw")) {
        const std::string how = reader.text("draw");
        if (how != "share" && how != "uniform") reader.refuse("-draw is share or uniform");
        options.draw = how == "uniform" ? DrawKind::Uniform : DrawKind::Share;
    }
    if (reader.has("balance")) {
        options.balance = parse_range(reader.text("balance"), false);
        if (!options.balance || options.balance->low < 0 || options.balance->high > 100)
            reader.refuse("-balance is LOW..HIGH, per cent, for example 45..55");
        if (!reader.has("min-games")) options.min_games = 1;
    }
    read_names(reader, "opening", options.names.wanted);
    read_names(reader, "not-opening", options.names.unwanted);
}

void read_judge(OptionReader& reader, StartOptions& options, std::ostream& err) {
    if (!reader.has("ec")) {
        for (const char* name : {"ed", "uci", "pg", "cp", "depth", "nodes", "movetime", "concurrency"})
            if (reader.has(name)) reader.refuse('-' + std::string(name) + " is for an engine, and none is given (-ec)");
        return;
    }
    EngineJudge judge;
    judge.window = {-usual_window_cp, usual_window_cp};
    if (reader.has("cp")) {
        const auto window = parse_range(reader.text("cp"), true);
        if (!window) return reader.refuse("-cp is a number of centipawns, or LOW..HIGH");
        judge.window = *window;
    }
    read_fixed_limits(reader, judge.limits);
    if (!judge.limits.is_fixed()) judge.limits.depth = usual_depth;
    reader.number("concurrency", judge.engines.count, 1, 256);
    if (!reader.problem().empty()) return;
    auto settings = engine_settings(reader, err);
    if (!settings) return reader.refuse(settings.error().message);
    judge.engines.settings = *std::move(settings);
    options.judge = std::move(judge);
}

} // namespace

std::optional<Range> parse_range(std::string_view text, bool one_number) {
    const auto number = [](std::string_view word) -> std::optional<double> {
        if (word.size() > 1 && word.front() == '+') word.remove_prefix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
        return value;
    };
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) {
        const auto value = one_number ? number(text) : std::nullopt;
        return value && *value >= 0 ? std::optional(Range{-*value, *value}) : std::nullopt;
    }
    const auto low = number(text.substr(0, dots));
    const auto high = number(text.substr(dots + 2));
    if (!low || !high || *low > *high) return std::nullopt;
    return Range{*low, *high};
}

std::variant<StartOptions, int> read_start_options(Arguments args, std::istream& in, std::ostream& out,
                                                   std::ostream& err) {
    po::variables_map values;
    if (const auto over = read_options(args, described_options(), values, usage, out, err, "bin")) return *over;
    OptionReader reader(values);
    StartOptions options;
    options.book = reader.text("bin");
    options.check = reader.text("check");
    if (options.book.empty() == options.check.empty())
        reader.refuse(options.book.empty() ? "no book is named" : "-check takes a list and no book");
    if (!options.check.empty())
        for (const char* name :
             {"out", "format", "n", "draw", "seed", "balance", "min-games", "opening", "not-opening", "fen"})
            if (reader.has(name)) reader.refuse('-' + std::string(name) + " does not go with -check");
    read_output(reader, options);
    read_draw(reader, options);
    read_judge(reader, options, err);
    if (!reader.problem().empty()) {
        err << reader.problem() << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    options.chess960 = reader.has("chess960");
    if (options.judge) options.judge->engines.settings.chess960 = options.chess960;
    if (reader.has("fen") || (options.chess960 && options.check.empty())) {
        auto roots = read_roots(values, in, err);
        if (!roots) return exit_bad_usage;
        options.roots = *std::move(roots);
    }
    return options;
}

} // namespace polyglot::tools
