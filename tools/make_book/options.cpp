#include "tools/make_book/options.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/terminal.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <sstream>
#include <thread>
#include <utility>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::string_view usage = "polyglot make-book GAMES... [-bin BOOK] [OPTION]...";

auto words(const char* name) {
    return po::value<std::vector<std::string>>()->value_name(name)->multitoken()->composing();
}
auto word(const char* name) {
    return po::value<std::string>()->value_name(name);
}
auto count() {
    return po::value<long long>()->value_name("N");
}
auto number(const char* name) {
    return po::value<double>()->value_name(name);
}

po::options_description described() {
    po::options_description options("input and output");
    options.add_options()("pgn", words("FILE..."), "games: files, folders, - for standard input; plain or packed")(
        "from-stats", words("FILE..."), "statistics written by -stats")(
        "bin", word("FILE"), "the book to write (default: book.bin)")("stats", word("FILE"),
                                                                      "write the statistics too, for -from-stats")(
        "starter", "write polyglot's starter book to -bin; no other option")(
        "json", word("FILE"), "the report as JSON (- for standard output)")("no-header", "write no @PG@ header")(
        "progress", word("STYLE"), "auto (default), bar, plain or none");
    po::options_description games("the games, and the part of them that is counted");
    games.add_options()("max-ply", count(), "plies taken from each game (default: 1024)")(
        "min-ply", count(), "leave out the first N plies of each game (default: 0)")(
        "filter", po::value<std::vector<std::string>>()->value_name("EXPRESSION")->composing(),
        "count only these games, e.g. 'WhiteElo >= 2200 && Date >= 2015'; all filters must hold")(
        "unique", "count duplicate games once")("unknown", word("draw|skip"), "games with result * (default: skip)")(
        "variations", "also count moves in parentheses, half as much as those of the game")(
        "skip-marks", "leave out moves marked ?, ??, $2 or $4, and what follows from them")(
        "strict", "stop at the first broken game and write no book")(
        "partial", "write the book even if a file cannot be read to its end")(
        "compat", "write the same entries as PolyGlot 2.0.4");
    po::options_description moves("the moves of the book, and their weights");
    moves.add_options()("min-game", count(), "only moves played in at least N games (default: 3)")(
        "white-min-game", count(), "the same for White's moves")("black-min-game", count(),
                                                                 "the same for Black's moves")(
        "min-score", number("S"), "only moves that scored at least S per cent (default: 0)")(
        "white-min-score", number("S"), "the same for White's moves")(
        "black-min-score", number("S"), "the same for Black's moves")("only-white", "only White's moves")(
        "only-black", "only Black's moves")("uniform", "give every move of the book the weight 1")(
        "weight", word("KIND"),
        "expected (default), wins, games, rate (how well it scored, not how often it was played), "
        "elo or recency")("win-factor", number("X"), "points for a win (default: 2)")(
        "draw-factor", number("X"), "points for a draw (default: 1)")("loss-factor", number("X"),
                                                                      "points for a loss (default: 0)")(
        "half-life", number("YEARS"), "for -weight recency: a game this old counts half (default: 5)")(
        "reference-year", count(), "for -weight recency: later years count as this one")(
        "top", count(), "only the N moves of a position with the highest weights")("keep-losses",
                                                                                   "keep moves that scored no points");
    po::options_description work("resources");
    work.add_options()("memory", word("SIZE"), "memory limit of the statistics, e.g. 64M (default: 1G)")(
        "threads", count(), "number of threads that read games (default: one per processor)")(
        "tmp", word("DIR"), "folder for data that does not fit into memory, and for checkpoints")(
        "checkpoint", number("SECONDS"), "seconds between checkpoints, 0: none (default: 60, with -tmp)")(
        "resume", "continue from the checkpoint in -tmp");
    return options.add(games).add(moves).add(work);
}

// Reads the values one by one; the first that is wrong is reported.
class Values {
  public:
    explicit Values(const po::variables_map& values) : values_(values) {}

    bool has(const char* name) const { return values_.count(name) > 0; }
    std::string text(const char* name) const { return has(name) ? values_[name].as<std::string>() : std::string(); }
    std::vector<std::string> list(const char* name) const {
        return has(name) ? values_[name].as<std::vector<std::string>>() : std::vector<std::string>();
    }
    long long count(const char* name, long long otherwise, long long least, long long most) {
        return in_range(name, has(name) ? values_[name].as<long long>() : otherwise, least, most);
    }
    double number(const char* name, double otherwise, double least, double most) {
        return in_range(name, has(name) ? values_[name].as<double>() : otherwise, least, most);
    }
    void refuse(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }
    const std::string& problem() const { return problem_; }

  private:
    template <class T>
    T in_range(const char* name, T value, T least, T most) {
        if (value >= least && value <= most) return value;
        std::ostringstream range;
        range << '-' << name << " must be a number from " << least << " to " << most;
        refuse(range.str());
        return least;
    }

    const po::variables_map& values_;
    std::string problem_;
};

// 64M, 2G, 500000; nullopt for any other text.
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
    return static_cast<std::size_t>(*number) * unit;
}

void read_games(Values& values, MakeBookOptions& options, std::ostream& err) {
    options.games = values.list("pgn");
    for (const std::string& file : values.list("from-stats"))
        options.from_stats.push_back(to_path(file));
    if (options.games.empty() && options.from_stats.empty()) values.refuse("-pgn or -from-stats must be given");

    GameRules& rules = options.game_rules;
    constexpr long long most_plies = 65536;
    rules.max_ply = static_cast<std::size_t>(values.count("max-ply", 1024, 0, most_plies));
    rules.min_ply = static_cast<std::size_t>(values.count("min-ply", 0, 0, most_plies));
    for (const std::string& text : values.list("filter")) {
        auto filter = pgn::Filter::parse(text);
        if (filter) {
            rules.filters.push_back(std::move(*filter));
        } else {
            show_error(err, "-filter", filter.error().message, text, filter.error().offset);
            values.refuse("a filter cannot be read");
        }
    }
    rules.unique = values.has("unique");
    rules.variations = values.has("variations");
    rules.skip_marks = values.has("skip-marks");
    if (rules.variations) options.book_rules.counts_of_game = 2;
    if (const std::string unknown = values.text("unknown"); unknown == "draw")
        rules.unknown_is_draw = true;
    else if (!unknown.empty() && unknown != "skip")
        values.refuse("-unknown is draw or skip");
    options.strict = values.has("strict");
    options.partial = values.has("partial");
    options.compat = values.has("compat");
}

void read_moves(Values& values, book::BookRules& rules) {
    const long long any = std::numeric_limits<long long>::max();
    const long long min_games = values.count("min-game", 3, 0, any);
    const double min_score = values.number("min-score", 0, 0, 100);
    rules.white = {static_cast<std::uint64_t>(values.count("white-min-game", min_games, 0, any)),
                   values.number("white-min-score", min_score, 0, 100), !values.has("only-black")};
    rules.black = {static_cast<std::uint64_t>(values.count("black-min-game", min_games, 0, any)),
                   values.number("black-min-score", min_score, 0, 100), !values.has("only-white")};
    if (!rules.white.wanted && !rules.black.wanted) values.refuse("-only-white and -only-black leave nothing");
    rules.uniform = values.has("uniform");
    if (const std::string kind = values.text("weight"); !kind.empty()) {
        if (const auto found = book::parse_weight_by(kind))
            rules.weight = *found;
        else
            values.refuse("-weight is expected, wins, games, rate, elo or recency");
    }
    constexpr double most = book::max_points_factor;
    rules.win_factor = values.number("win-factor", 2, -most, most);
    rules.draw_factor = values.number("draw-factor", 1, -most, most);
    rules.loss_factor = values.number("loss-factor", 0, -most, most);
    rules.half_life_years = values.number("half-life", 5, 0.01, 1000);
    rules.reference_year = static_cast<int>(values.count("reference-year", 0, 0, 9999));
    rules.top = static_cast<std::size_t>(values.count("top", 0, 0, any));
    rules.keep_losses = values.has("keep-losses");
}

void read_work(Values& values, MakeBookOptions& options) {
    if (const std::string text = values.text("memory"); !text.empty()) {
        constexpr std::size_t least = std::size_t{16} << 20U;
        const auto size = parse_size(text);
        if (!size || *size < least) values.refuse("-memory must be a size of at least 16M, e.g. 500M or 2G");
        options.memory = size.value_or(least);
    }
    const long long processors = std::max(1U, std::thread::hardware_concurrency());
    options.threads = static_cast<unsigned>(values.count("threads", processors, 1, 256));
    options.tmp = to_path(values.text("tmp"));
    options.resume = values.has("resume");
    const bool may_resume = !options.tmp.empty();
    if (!may_resume && (options.resume || values.has("checkpoint"))) values.refuse("checkpoints need a folder: -tmp");
    const auto every = static_cast<long long>(1000 * values.number("checkpoint", 60, 0, 1e6));
    if (may_resume && every > 0) options.checkpoint = std::chrono::milliseconds(every);
}

void read_output(Values& values, MakeBookOptions& options) {
    if (values.has("stats")) options.stats = to_path(values.text("stats"));
    if (values.has("bin"))
        options.book = to_path(values.text("bin"));
    else if (!options.stats)
        options.book = u8"book.bin";
    options.header = !values.has("no-header");
    options.json = values.text("json");
    const std::string style = values.has("progress") ? values.text("progress") : "auto";
    if (const auto known = parse_progress_style(style, io::stderr_is_terminal()))
        options.progress = *known;
    else
        values.refuse("-progress is auto, bar, plain or none");
}

// An option that would do nothing is a mistake.
void check_use(Values& values, const MakeBookOptions& options) {
    if (options.games.empty())
        for (const char* const option : {"max-ply", "min-ply", "filter", "unique", "unknown", "variations",
                                         "skip-marks", "strict", "partial", "compat", "resume"})
            if (values.has(option)) values.refuse(std::string("-") + option + " is about games, and there is no -pgn");
    if (!options.book)
        for (const char* const option :
             {"min-game", "white-min-game", "black-min-game", "min-score", "white-min-score", "black-min-score",
              "only-white", "only-black", "uniform", "weight", "win-factor", "draw-factor", "loss-factor", "half-life",
              "reference-year", "top", "keep-losses", "no-header"})
            if (values.has(option)) values.refuse(std::string("-") + option + " is about a book, and there is no -bin");
}

// PolyGlot's sums depend on the order of the games: one thread, everything in memory, and no choice of what it counts.
void check_compat(Values& values, MakeBookOptions& options) {
    if (!options.compat) return;
    for (const char* const other :
         {"stats", "from-stats", "weight", "win-factor", "draw-factor", "loss-factor", "half-life", "reference-year",
          "top", "keep-losses", "white-min-game", "black-min-game", "white-min-score", "black-min-score", "min-ply",
          "variations", "skip-marks", "unknown", "tmp"})
        if (values.has(other)) values.refuse(std::string("-compat does what PolyGlot does, which knows no -") + other);
    options.threads = 1;
    options.header = false;
    options.game_rules.as_polyglot = true;
    options.game_rules.unknown_is_draw = true;
}

// The default book.bin may be somebody's book: the file is to be named.
std::string why_not_starter(const po::variables_map& given) {
    for (const auto& [name, value] : given)
        if (name != "starter" && name != "bin") return "-starter writes the book as it is: there is no -" + name;
    return given.count("bin") > 0 ? std::string() : "-starter needs -bin FILE";
}

std::string describe_sums(const Values& values, const GameRules& rules) {
    std::string text = "max-ply " + std::to_string(rules.max_ply) + ", min-ply " + std::to_string(rules.min_ply);
    for (const std::string& filter : values.list("filter"))
        text += ", filter " + filter;
    if (rules.unique) text += ", unique";
    if (rules.unknown_is_draw) text += ", unknown draw";
    if (rules.variations) text += ", variations (half as much as the games, which count twice)";
    if (rules.skip_marks) text += ", skip-marks";
    if (values.has("strict")) text += ", strict";
    return text;
}

} // namespace

std::variant<MakeBookOptions, int> read_make_book_options(Arguments args, std::ostream& out, std::ostream& err) {
    po::variables_map given;
    if (const auto over = read_options(args, described(), given, usage, out, err, "pgn")) return *over;
    Values values(given);
    MakeBookOptions options;
    if (values.has("starter")) {
        options.starter = true;
        options.book = to_path(values.text("bin"));
        const std::string problem = why_not_starter(given);
        if (problem.empty()) return options;
        err << problem << "\nusage: polyglot make-book -starter -bin BOOK\n";
        return exit_bad_usage;
    }
    read_games(values, options, err);
    read_moves(values, options.book_rules);
    options.reference_year_given = values.has("reference-year");
    read_work(values, options);
    read_output(values, options);
    check_use(values, options);
    check_compat(values, options);
    if (!values.problem().empty()) {
        err << values.problem() << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    options.sums_description = describe_sums(values, options.game_rules);
    return options;
}

} // namespace polyglot::tools
