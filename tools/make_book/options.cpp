#include "tools/make_book/options.hpp"

#include "core/book/make/kept_games.hpp"
#include "core/text/text.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <algorithm>
#include <limits>
#include <ostream>
#include <thread>
#include <type_traits>
#include <utility>

namespace polyglot::tools {
namespace {

// Parses 64M, 2G or 500000. Returns nullopt for other texts and for less memory than the statistics
// need.
std::optional<std::size_t> parse_size(std::string_view text) {
    std::size_t unit = 1;
    if (!text.empty()) {
        const std::size_t letter = std::string_view("KMGT").find(text::to_upper(text.back()));
        if (letter != std::string_view::npos) {
            unit = std::size_t{1} << 10 * (letter + 1);
            text.remove_suffix(1);
        }
    }
    const auto number = text::parse_int<std::uint64_t>(text);
    if (!number || *number > std::numeric_limits<std::size_t>::max() / unit) return std::nullopt;
    constexpr std::size_t least = std::size_t{16} << 20U;
    const std::size_t size = static_cast<std::size_t>(*number) * unit;
    return size < least ? std::nullopt : std::optional(size);
}

constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

// A limit, which may be another one for one colour.
template <class T>
struct Limit {
    T both{};
    std::optional<T> white{}, black{};
    T for_white() const { return white.value_or(both); }
    T for_black() const { return black.value_or(both); }
};

// Adds -NAME, -white-NAME and -black-NAME, and returns the first one.
template <class T>
OptionTable::Option&
add_limit(OptionTable& option, const std::string& name, const char* argument, Limit<T>& limit,
          std::conditional_t<std::is_integral_v<T>, std::int64_t, double> least,
          std::conditional_t<std::is_integral_v<T>, std::int64_t, double> most, const char* help,
          std::vector<std::string>& beyond_polyglot) {
    OptionTable::Option& first =
        option(name.c_str(), argument, within(limit.both, least, most), help);
    option(("white-" + name).c_str(), argument, within(limit.white, least, most),
           "the same for White's moves")
        .noted_in(beyond_polyglot);
    option(("black-" + name).c_str(), argument, within(limit.black, least, most),
           "the same for Black's moves")
        .noted_in(beyond_polyglot);
    return first;
}

// The options from which several fields are derived, and the names of those that were given.
struct Values {
    std::vector<std::string> filters;
    Limit<std::uint64_t> min_games{3};
    Limit<double> min_score, min_share;
    Limit<std::size_t> top;
    std::optional<int> max_loss;
    bool only_white = false, only_black = false;
    std::optional<std::chrono::milliseconds> checkpoint;
    std::vector<std::string> of_variant, of_games, of_book, of_starter, beyond_polyglot;
};

void add_files(OptionTable& option, MakeBookOptions& options, Values& values) {
    option("pgn", "FILE...", options.games,
           "games: files, folders, - for standard input; plain or packed")
        .takes_files();
    option("from-stats", "FILE...", options.from_stats, "statistics written by -stats")
        .noted_in(values.beyond_polyglot);
    option("bin", "FILE", options.book, "the book to write (default: book.bin)")
        .noted_in(values.of_starter);
    option("stats", "FILE", options.stats, "write the statistics too, for -from-stats")
        .noted_in(values.beyond_polyglot);
    option("games", "N", within(options.kept_games, 0, book::max_kept_games),
           "with -stats: keep the N best rated and the N newest games of each move, for explore")
        .noted_in(values.beyond_polyglot);
    option("starter", options.starter, "write polyglot's starter book to -bin; no other option")
        .noted_in(values.of_starter);
    option("json", "FILE", options.json, "the report as JSON (- for standard output)");
    option("no-header", "write no @PG@ header")
        .sets(options.header, false)
        .noted_in(values.of_book);
    add_progress_option(option, options.progress);
}

// Values in comments, docs/make-book.md.
void add_judge(OptionTable& option, JudgeRules& judge, Values& values) {
    constexpr std::int64_t most = pgn::MoveValue::mate;
    std::vector<std::string>& more = values.beyond_polyglot;
    option("max-loss", "CP", within(values.max_loss, 0, most),
           "leave out moves that cost more than CP centipawns, by the values in the comments")
        .noted_in(more);
    option("white-max-loss", "CP", within(judge.max_loss[0], 0, most), "the same for White's moves")
        .noted_in(more);
    option("black-max-loss", "CP", within(judge.max_loss[1], 0, most), "the same for Black's moves")
        .noted_in(more);
    option("min-eval", "CP", within(judge.min_eval, -most, most),
           "end a game where its value falls below CP (White's view)")
        .noted_in(more);
    option("max-eval", "CP", within(judge.max_eval, -most, most),
           "end a game where its value rises above CP (White's view)")
        .noted_in(more);
    option("keep-unjudged", judge.keep_unjudged,
           "with these: count games without a value in the comments, too")
        .noted_in(more);
}

void add_games(OptionTable& option, MakeBookOptions& options, Values& values) {
    constexpr std::int64_t most_plies = 65536;
    GameRules& rules = options.game_rules;
    option.title("the games, and the part of them that is counted");
    option.note(&values.of_games);
    option("max-ply", "N", within(rules.max_ply, 0, most_plies),
           "plies taken from each game (default: 1024)");
    option("min-ply", "N", within(rules.min_ply, 0, most_plies),
           "leave out the first N plies of each game (default: 0)")
        .noted_in(values.beyond_polyglot);
    option("filter", "EXPRESSION", values.filters,
           "count only these games, e.g. \"WhiteElo >= 2200 && Date >= 2015\"; all "
           "filters must hold");
    option("unique", rules.unique, "count duplicate games once");
    option("unknown", "draw|skip", one_of(rules.unknown_is_draw, {{"draw", true}, {"skip", false}}),
           "games with result * (default: skip)")
        .noted_in(values.beyond_polyglot);
    option("variations", rules.variations,
           "also count moves in parentheses, half as much as those of the game")
        .sets(options.book_rules.counts_of_game, 2)
        .noted_in(values.beyond_polyglot);
    option("skip-marks", rules.skip_marks,
           "leave out moves marked ?, ??, $2 or $4, and what follows from them; -skip-marks "
           "dubious: ?! and $6, too")
        .may_be("dubious", rules.skip_doubtful)
        .noted_in(values.beyond_polyglot);
    add_judge(option, rules.judge, values);
    option("strict", options.strict, "stop at the first broken game and write no book");
    option("partial", options.partial, "write the book even if a file cannot be read to its end");
    option("compat", options.compat, "write the same entries as PolyGlot 2.0.4");
    option.note(nullptr);
    add_variant_option(
        option, rules.variant,
        "count only games with this Variant tag, or read statistics of this variant: ")
        .sets(options.variant_given, true)
        .noted_in(values.beyond_polyglot);
    option("by-variant", options.by_variant,
           "a book for each variant of the games and statistics: BOOK-chess.bin, "
           "BOOK-crazyhouse.bin, …")
        .sets(options.variant_given, true)
        .noted_in(values.beyond_polyglot);
    option("keys", "plain|xboard",
           one_of(rules.keys,
                  {{"plain", chess::VariantKeys::Plain}, {"xboard", chess::VariantKeys::XBoard}}),
           "keys and drops of a variant's book: as bots read them (default), or XBoard")
        .sets(options.keys_given, true)
        .noted_in(values.of_variant);
}

void add_moves(OptionTable& option, MakeBookOptions& options, Values& values) {
    constexpr double most = book::max_points_factor;
    book::BookRules& rules = options.book_rules;
    std::vector<std::string>& more = values.beyond_polyglot;
    option.title("the moves of the book, and their weights");
    option.note(&values.of_book);
    add_limit(option, "min-game", "N", values.min_games, 0, any,
              "only moves played in at least N games (default: 3)", more);
    add_limit(option, "min-score", "S", values.min_score, 0, 100,
              "only moves that scored at least S per cent (default: 0)", more);
    add_limit(option, "min-share", "P", values.min_share, 0, 100,
              "only moves with at least P per cent of the position's games (default: 0)", more)
        .noted_in(more);
    add_limit(option, "top", "N", values.top, 0, any,
              "only the N moves of a position with the highest weights", more)
        .noted_in(more);
    option("only-white", values.only_white, "only White's moves");
    option("only-black", values.only_black, "only Black's moves");
    option("uniform", rules.uniform, "give every move of the book the weight 1");
    option("weight", "KIND",
           parsed(rules.weight, book::parse_weight_by,
                  "is expected, wins, games, rate, elo or recency"),
           "expected (default), wins, games, rate (how well it scored, not how often it was "
           "played), elo or recency")
        .noted_in(more);
    option("win-factor", "X", within(rules.win_factor, -most, most),
           "points for a win (default: 2)")
        .noted_in(more);
    option("draw-factor", "X", within(rules.draw_factor, -most, most),
           "points for a draw (default: 1)")
        .noted_in(more);
    option("loss-factor", "X", within(rules.loss_factor, -most, most),
           "points for a loss (default: 0)")
        .noted_in(more);
    option("half-life", "YEARS", within(rules.half_life_years, 0.01, 1000),
           "for -weight recency: a game this old counts half (default: 5)")
        .noted_in(more);
    option("reference-year", "N", within(rules.reference_year, 0, 9999),
           "for -weight recency: later years count as this one")
        .sets(options.reference_year_given, true)
        .noted_in(more);
    option("keep-losses", rules.keep_losses, "keep moves that scored no points").noted_in(more);
    option.note(nullptr);
}

void add_resources(OptionTable& option, MakeBookOptions& options, Values& values) {
    option.title("resources");
    option("memory", "SIZE",
           parsed(options.memory, parse_size, "must be a size of at least 16M, e.g. 500M or 2G"),
           "memory limit of the statistics, e.g. 64M (default: 1G)");
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    option("threads", "N", within(options.threads, 1, 256),
           "number of threads that read games (default: one per processor)");
    option("tmp", "DIR", options.tmp,
           "folder for data that does not fit into memory, and for checkpoints")
        .noted_in(values.beyond_polyglot);
    option("checkpoint", "SECONDS", seconds(values.checkpoint, 0, 1e6),
           "seconds between checkpoints, 0: none (default: 60, with -tmp)");
    option("resume", options.resume, "continue from the checkpoint in -tmp")
        .noted_in(values.of_games);
}

// The user must name the file, because the default book.bin may be another book.
std::string why_not_starter(const MakeBookOptions& options, const Values& values,
                            const std::vector<std::string>& given) {
    const std::vector<std::string>& fine = values.of_starter;
    for (const std::string& name : given)
        if (std::ranges::find(fine, name) == fine.end())
            return "-starter writes the book as it is: there is no " + name;
    return options.book ? std::string() : "-starter needs -bin FILE";
}

void settle_games(MakeBookOptions& options, const Values& values) {
    if (options.games.empty() && options.from_stats.empty())
        refuse("-pgn or -from-stats must be given");
    for (const std::string& text : values.filters) {
        auto filter = pgn::Filter::parse(text);
        if (!filter) refuse("-filter", filter.error(), text);
        options.game_rules.filters.push_back(std::move(*filter));
    }
    JudgeRules& judge = options.game_rules.judge;
    for (std::optional<int>& limit : judge.max_loss)
        if (!limit) limit = values.max_loss;
    if (judge.min_eval && judge.max_eval && *judge.min_eval > *judge.max_eval)
        refuse("-min-eval is above -max-eval");
    if (judge.keep_unjudged && !judge.is_on())
        refuse("-keep-unjudged is for -max-loss, -min-eval and -max-eval");
    if (options.games.empty()) refuse_any(values.of_games, "is about games, and there is no -pgn");
}

// A game is kept as a place in its file.
void settle_kept_games(const MakeBookOptions& options) {
    if (!options.kept_games) return;
    if (!options.stats) refuse("-games is kept in statistics, and there is no -stats");
    if (*options.kept_games == 0) return;
    if (options.game_rules.variant || options.by_variant)
        refuse("-games keeps games of chess, not of variants");
    if (std::ranges::find(options.games, "-") != options.games.end())
        refuse("-games: games of standard input (-pgn -) could not be opened later");
}

// The table of openings has those of chess.
void settle_variant(const MakeBookOptions& options, const Values& values) {
    const GameRules& rules = options.game_rules;
    if (!rules.variant && !options.by_variant) {
        refuse_any(values.of_variant, "is about a variant's book, and there is no -variant");
        return;
    }
    if (rules.variant && options.by_variant) refuse("-by-variant has the books of all variants");
    if (options.by_variant && std::ranges::find(options.games, "-") != options.games.end())
        refuse("-by-variant reads the games once for each variant: -pgn - cannot be read again");
    for (const pgn::Filter& filter : rules.filters)
        if (filter.needs_opening())
            refuse("-filter: OpeningName and OpeningECO are openings of chess, not of a variant");
    if (rules.variant && rules.keys == chess::VariantKeys::XBoard &&
        rules.variant->xboard_number == 0)
        refuse("-keys xboard: XBoard does not know " + std::string(rules.variant->uci));
}

void settle_moves(MakeBookOptions& options, const Values& values) {
    book::BookRules& rules = options.book_rules;
    rules.white = {.min_games = values.min_games.for_white(),
                   .min_score = values.min_score.for_white(),
                   .wanted = !values.only_black,
                   .min_share = values.min_share.for_white(),
                   .top = values.top.for_white()};
    rules.black = {.min_games = values.min_games.for_black(),
                   .min_score = values.min_score.for_black(),
                   .wanted = !values.only_white,
                   .min_share = values.min_share.for_black(),
                   .top = values.top.for_black()};
    if (!rules.white.wanted && !rules.black.wanted)
        refuse("-only-white and -only-black leave nothing");
    if (!options.book && !options.stats) options.book = u8"book.bin";
    if (!options.book) refuse_any(values.of_book, "is about a book, and there is no -bin");
}

void settle_checkpoints(MakeBookOptions& options, const Values& values) {
    const bool may_resume = !options.tmp.empty();
    if (!may_resume && (options.resume || values.checkpoint))
        refuse("checkpoints need a folder: -tmp");
    const auto every = values.checkpoint.value_or(std::chrono::seconds(60));
    if (may_resume && every.count() > 0) options.checkpoint = every;
}

// PolyGlot's sums depend on the order of the games; therefore -compat uses one thread, keeps
// everything in memory, and offers no choice of what it counts.
void settle_compat(MakeBookOptions& options, const Values& values) {
    if (!options.compat) return;
    if (!values.beyond_polyglot.empty())
        refuse("-compat does what PolyGlot does, which knows no " + values.beyond_polyglot.front());
    options.threads = 1;
    options.header = false;
    options.game_rules.as_polyglot = true;
    options.game_rules.unknown_is_draw = true;
}

std::string describe_sums(const MakeBookOptions& options, const Values& values) {
    const GameRules& rules = options.game_rules;
    std::string text =
        "max-ply " + std::to_string(rules.max_ply) + ", min-ply " + std::to_string(rules.min_ply);
    for (const std::string& filter : values.filters)
        text += ", filter " + filter;
    if (rules.unique) text += ", unique";
    if (rules.unknown_is_draw) text += ", unknown draw";
    if (rules.variations) text += ", variations (half as much as the games, which count twice)";
    if (rules.skip_marks) text += rules.skip_doubtful ? ", skip-marks dubious" : ", skip-marks";
    const JudgeRules& judge = rules.judge;
    for (const auto& [name, limit] :
         {std::pair("white-max-loss", judge.max_loss[0]),
          std::pair("black-max-loss", judge.max_loss[1]), std::pair("min-eval", judge.min_eval),
          std::pair("max-eval", judge.max_eval)})
        if (limit) text.append(", ").append(name).append(" " + std::to_string(*limit));
    if (judge.keep_unjudged) text += ", keep-unjudged";
    if (options.strict) text += ", strict";
    if (rules.variant) text += ", variant " + std::string(rules.variant->uci);
    if (rules.keys == chess::VariantKeys::XBoard) text += ", keys xboard";
    return text;
}

} // namespace

std::variant<MakeBookOptions, int> read_make_book_options(Arguments args, std::ostream& out,
                                                          std::ostream& err) {
    MakeBookOptions options;
    Values values;
    OptionTable option("polyglot make-book GAMES... [-bin BOOK] [OPTION]...", "input and output");
    add_files(option, options, values);
    add_games(option, options, values);
    add_moves(option, options, values);
    add_resources(option, options, values);
    const auto settle = [&] {
        if (options.starter) return;
        settle_games(options, values);
        settle_variant(options, values);
        settle_moves(options, values);
        settle_kept_games(options);
        settle_checkpoints(options, values);
        settle_compat(options, values);
        options.sums_description = describe_sums(options, values);
    };
    if (const auto over = option.read(args, out, err, settle)) return *over;
    if (!options.starter) return options;
    const std::string problem = why_not_starter(options, values, option.given());
    if (problem.empty()) return options;
    err << problem << "\nusage: polyglot make-book -starter -bin BOOK\n";
    return exit_bad_usage;
}

} // namespace polyglot::tools
