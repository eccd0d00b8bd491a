#include "tools/openings_book/options.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/engines/engine_options.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::string_view usage =
    "polyglot openings-book BOOK [-n N] [-ply P] [-out FILE.epd|FILE.pgn] [OPTION]...\n"
    "       polyglot openings-book -check FILE [-ec ENGINE] [OPTION]...";

// The values from which fields of StartOptions are derived, and the names of the given options.
struct Given {
    std::optional<StartFormat> format;
    std::optional<std::uint64_t> min_games;
    NamedEngine engine;
    EngineJudge judge;
    RootOptions where;
    std::vector<std::string> of_engine, of_drawing, of_chess;
};

std::optional<StartFormat> parse_format(std::string_view word) {
    if (text::equal_ignoring_case(word, "epd")) return StartFormat::Epd;
    if (text::equal_ignoring_case(word, "pgn")) return StartFormat::Pgn;
    return std::nullopt;
}

std::optional<Range> parse_balance(std::string_view text) {
    const auto range = parse_range(text, false);
    return range && range->low >= 0 && range->high <= 100 ? range : std::nullopt;
}

std::optional<Range> parse_window(std::string_view text) {
    return parse_range(text, true);
}

void add_drawing(OptionTable& option, StartOptions& options, Given& given) {
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    std::vector<std::string>& drawing = given.of_drawing;
    option("bin", "BOOK", options.book,
           "a book of any format, or statistics of make-book; the option's name may be left out")
        .takes_words();
    option("out", "FILE", options.out,
           "write the list to this file; - for standard output (default)")
        .noted_in(drawing);
    option("format", "F", parsed(given.format, parse_format, "is epd or pgn"),
           "epd or pgn (default: by the name of the file, else epd)")
        .noted_in(drawing);
    option("n", "N", within(options.count, 1, 10'000'000),
           "this many start positions (default: 100)")
        .noted_in(drawing);
    option("ply", "P", within(options.given_ply, 0, 1000), "after P half-moves (default: 8)");
    option.note(&drawing);
    option(
        "draw", "HOW",
        one_of(options.draw, {{"share", DrawKind::Share}, {"uniform", DrawKind::Uniform}}),
        "share: as often as the book's weights lead there (default); uniform: all positions alike");
    option("seed", "N", within(options.seed, 0, any),
           "another list; the same seed gives the same list everywhere (default: 1)");
    option("balance", "LOW..HIGH",
           parsed(options.balance, parse_balance, "is LOW..HIGH, per cent, for example 45..55"),
           "only positions in which White scored LOW to HIGH per cent in the book's games")
        .noted_in(given.of_chess);
    option("min-games", "N", within(given.min_games, 0, any),
           "only positions with at least N games in the book (with -balance: 1)")
        .noted_in(given.of_chess);
    option("opening", "NAME", parsed(options.names.wanted, NamePattern::parse),
           "only these openings: a name, with * and ? if you like, or ECO codes as B90 or B20-B99; "
           "may be repeated")
        .noted_in(given.of_chess);
    option("not-opening", "NAME", parsed(options.names.unwanted, NamePattern::parse), "not these")
        .noted_in(given.of_chess);
    add_variant_option(option, options.variant, variant_option_help);
    option.note(nullptr);
}

void add_judge(OptionTable& option, Given& given) {
    option("ec", "ENGINE", given.engine.command,
           "an engine judges each position: the engine and its arguments, in one argument")
        .noted_in(given.of_chess);
    option.note(&given.of_engine);
    add_engine_options(option, given.engine);
    given.judge.window = {-50, 50};
    option("cp", "WINDOW",
           parsed(given.judge.window, parse_window, "is a number of centipawns, or LOW..HIGH"),
           "its value, in centipawns: N for -N to N, or LOW..HIGH for White (default: 50)");
    add_fixed_limits(option, given.judge.limits,
                     {"it searches to this depth (default: 12)", "it searches N nodes",
                      "it searches S seconds"});
    option("concurrency", "N", within(given.judge.engines.count, 1, 256),
           "N engines at once (default: 1)");
    option.note(nullptr);
}

void settle_output(StartOptions& options, const Given& given) {
    const std::string extension = to_text(to_path(options.out).extension());
    if (!given.format && options.out == "-") return;
    const auto format =
        given.format ? given.format : parse_format(extension.substr(extension.empty() ? 0 : 1));
    if (!format)
        refuse("-out " + options.out + " ends with neither .epd nor .pgn: -format says what it is");
    options.format = *format;
}

void settle_judge(StartOptions& options, const Given& given, std::ostream& err) {
    if (!given.engine.command)
        return refuse_any(given.of_engine, "is for an engine, and none is given (-ec)");
    EngineJudge judge = given.judge;
    if (!judge.limits.is_fixed()) judge.limits.depth = 12;
    judge.limits.set_hang_time(std::nullopt);
    auto settings = engine_settings(given.engine, err);
    if (!settings) refuse(settings.error().message);
    judge.engines.settings = *std::move(settings);
    judge.engines.settings.chess960 = options.chess960;
    options.judge = std::move(judge);
}

void settle_variant(StartOptions& options, const Given& given, std::istream& in,
                    std::ostream& err) {
    refuse_any(given.of_chess, "is for chess, and not with -variant");
    refuse_any(given.of_engine, "is for an engine, and none judges with -variant");
    if (given.where.chess960)
        refuse("-chess960 is for chess: -fen says where the games of a variant begin");
    if (options.variant->checks_to_win > 0 && options.format == StartFormat::Epd)
        refuse("EPD does not say the checks that are left to give: -format pgn");
    if (given.where.fens.empty()) return;
    auto roots = read_variant_fens(*options.variant, given.where.fens, in, err);
    if (!roots) refuse();
    options.variant_roots = *std::move(roots);
}

void settle(StartOptions& options, const Given& given, std::istream& in, std::ostream& err) {
    const bool draws = options.check.empty();
    if (options.book.empty() && draws) refuse("no book is named");
    if (!options.book.empty() && !draws) refuse("-check takes a list and no book");
    if (!draws) refuse_any(given.of_drawing, "does not go with -check");
    if (!draws && !given.where.fens.empty()) refuse("-fen does not go with -check");
    settle_output(options, given);
    options.min_games = given.min_games.value_or(options.balance ? 1 : 0);
    options.chess960 = given.where.chess960;
    if (options.variant) return settle_variant(options, given, in, err);
    settle_judge(options, given, err);
    if (draws && given.where.given()) options.roots = read_roots(given.where, in, err);
}

} // namespace

std::optional<Range> parse_range(std::string_view text, bool one_number) {
    const auto number = [](std::string_view word) -> std::optional<double> {
        if (word.size() > 1 && word.front() == '+') word.remove_prefix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
            return std::nullopt;
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

std::variant<StartOptions, int> read_start_options(Arguments args, std::istream& in,
                                                   std::ostream& out, std::ostream& err) {
    StartOptions options;
    Given given;
    OptionTable option(usage);
    add_drawing(option, options, given);
    add_judge(option, given);
    option("check", "FILE", options.check,
           "draw nothing; prove this list (EPD or PGN): unreadable, over or drawn, twice, wrong "
           "side to move, spelt as "
           "Chess960 without need, outside the window");
    add_root_options(option, given.where);
    if (const auto over = option.read(args, out, err, [&] { settle(options, given, in, err); }))
        return *over;
    return options;
}

} // namespace polyglot::tools
