#include "tools/learn_book/options.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/common/command_line.hpp"

#include <algorithm>
#include <ostream>
#include <string_view>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::string_view usage = "polyglot learn-book FILE ACTION [OPTION]...";

po::options_description described() {
    const auto number = [] { return po::value<std::string>()->value_name("N"); };
    po::options_description options("where the results are, one of");
    auto option = options.add_options();
    const auto file = [] { return po::value<std::string>()->value_name("FILE"); };
    const auto files = [] { return po::value<std::vector<std::string>>()->value_name("FILE...")->multitoken(); };
    const auto name = [] { return po::value<std::string>()->value_name("NAME"); };
    option("file", file(), "-bin for a file named .bin, -store for others; the name alone is enough");
    option("store", file(), "the results in this file (BookLearnFile)");
    option("bin", file(), "the results in the learn fields of this book; for -show, -reset and -convert");
    po::options_description actions("actions");
    option = actions.add_options();
    option("show", "show all results as a table");
    option("merge", files(), "add the results of these stores");
    option("export", file(),
           "write all results to FILE.csv (- for standard output), or to FILE.bin as learn fields of a "
           "copy of -book");
    option("import", file(),
           "add the results of FILE.csv (- for standard input), or of the learn fields of FILE.bin as "
           "those of -engine");
    option("replay", files(),
           "add the results of finished games in PGN (- for standard input) to the moves that -book "
           "holds");
    option("reset", "delete the results, all or those of -engine and -opponent; a backup is written beside FILE first");
    option("convert", "copy -bin to -out with learn fields that have PolyGlot's meaning");
    po::options_description others("options");
    option = others.add_options();
    option("book", file(), "the book of -export and -replay; for -show, a further source of move sequences");
    option("out", file(), "the book that -convert writes");
    option("engine", name(),
           "only the results of this engine, or of those that a pattern with * and ? names; for -import of a book, "
           "the engine to record");
    option("opponent", name(), "the same for the opponent");
    option("player", name(), "-replay: only the moves of this player (default: of both, each under its own name)");
    option("fen", po::value<std::string>()->value_name("FEN"), "-show: this position");
    option("sort", po::value<std::string>()->value_name("ORDER"),
           "-show: by gain or loss (points above or below one half), or by games; default: by the position's line");
    option("top", number(), "-show: the first N lines");
    option("min-games", number(), "-show: only moves with N games");
    option("max-ply", number(), "-show: only positions that at most N plies lead to");
    option("csv", "-show: comma-separated values");
    options.add(actions).add(others);
    return options;
}

// The options that an action needs and allows.
struct Rule {
    std::string_view name;
    LearnAction action = LearnAction::Show;
    bool store = true, bin = false; // where results may be
    std::vector<std::string_view> needed = {}, allowed = {};
};

std::vector<Rule> all_rules() {
    return {
        {"show",
         LearnAction::Show,
         true,
         true,
         {},
         {"book", "engine", "opponent", "fen", "csv", "sort", "top", "min-games", "max-ply"}},
        {"merge", LearnAction::Merge},
        {"export", LearnAction::Export, true, false, {}, {"book", "engine", "opponent"}},
        {"import", LearnAction::Import, true, false, {}, {"engine", "opponent"}},
        {"reset", LearnAction::Reset, true, true, {}, {"engine", "opponent"}},
        {"replay", LearnAction::Replay, true, false, {"book"}, {"player"}},
        {"convert", LearnAction::Convert, false, true, {"out"}},
    };
}

std::string with_dash(std::string_view name) {
    return '-' + std::string(name);
}

// Returns nullopt if the options are consistent.
std::optional<std::string> problem_of(const po::variables_map& values, const Rule& rule) {
    const auto has = [&values](std::string_view name) { return values.count(std::string(name)) > 0; };
    if (has("store") == has("bin")) return "one file must be named: a store or a book";
    if (has("store") ? !rule.store : !rule.bin)
        return with_dash(rule.name) + " goes with " + (rule.store ? "-store" : "-bin");
    for (const std::string_view name : rule.needed)
        if (!has(name)) return with_dash(rule.name) + " needs " + with_dash(name);
    for (const std::string_view name :
         {"book", "out", "engine", "opponent", "player", "fen", "csv", "sort", "top", "min-games", "max-ply"}) {
        const auto has_it = [&name](const auto& names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (has(name) && !has_it(rule.needed) && !has_it(rule.allowed))
            return with_dash(name) + " does not go with " + with_dash(rule.name);
    }
    if (has("bin") && (has("engine") || has("opponent")))
        return std::string("the learn fields of a book know no names: -engine and -opponent go with -store");
    return std::nullopt;
}

// -export and -import need other options for a book than for a table.
std::optional<std::string> problem_of(const LearnBookOptions& options) {
    if (options.action == LearnAction::Export) {
        const bool book = is_book_name(options.to);
        if (book && options.book.empty()) return "-export to a book needs -book, the book to copy";
        if (!book && !options.book.empty()) return "-book goes with -export to a .bin file";
    }
    if (options.action == LearnAction::Import) {
        const bool book = is_book_name(options.from.front());
        if (book && !options.filter.engine)
            return "-import of a book needs -engine, the name of the engine whose results they are";
        if (!book && (options.filter.engine || options.filter.opponent))
            return "-engine and -opponent go with -import of a book; a table has its own names";
    }
    return std::nullopt;
}

std::optional<std::string> text_of(const po::variables_map& values, const char* name) {
    if (!values.count(name)) return std::nullopt;
    return values[name].as<std::string>();
}

// What chooses and sorts the lines of -show.
std::optional<std::string> read_show_options(const po::variables_map& values, LearnBookOptions& options) {
    if (const auto order = text_of(values, "sort")) {
        if (*order != "gain" && *order != "loss" && *order != "games") return "-sort is gain, loss or games";
        options.sort = *order == "gain" ? LearnSort::Gain : *order == "loss" ? LearnSort::Loss : LearnSort::Games;
    }
    for (const char* const name : {"top", "min-games", "max-ply"}) {
        const auto text = text_of(values, name);
        if (!text) continue;
        const auto number = text::parse_int<std::uint64_t>(*text);
        if (!number) return with_dash(name) + ": " + text::quote(*text) + " is no number";
        if (name == std::string_view("min-games"))
            options.min_games = *number;
        else
            (name == std::string_view("top") ? options.top : options.max_ply) = *number;
    }
    if (options.fen && options.max_ply) return "-max-ply does not go with -fen";
    return std::nullopt;
}

} // namespace

bool is_book_name(const std::filesystem::path& file) {
    return text::equal_ignoring_case(to_text(file.extension()), ".bin");
}

std::variant<LearnBookOptions, int> read_learn_book_options(Arguments args, std::ostream& out, std::ostream& err) {
    po::variables_map values;
    if (const auto over = read_options(args, described(), values, usage, out, err, "file")) return *over;
    const auto refuse = [&err](const std::string& problem) {
        err << problem << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    };

    if (const auto file = text_of(values, "file")) {
        const std::string name = is_book_name(to_path(*file)) ? "bin" : "store";
        if (values.count("store") + values.count("bin") > 0) return refuse("one file must be named: a store or a book");
        values.emplace(name, po::variable_value(*file, false));
    }
    std::vector<Rule> given = all_rules();
    std::erase_if(given, [&values](const Rule& rule) { return values.count(std::string(rule.name)) == 0; });
    if (given.empty())
        return refuse("no action is given: -show, -merge, -export, -import, -reset, -replay or -convert");
    if (given.size() > 1)
        return refuse(with_dash(given[0].name) + " and " + with_dash(given[1].name) + " are two actions");
    const Rule& rule = given.front();
    const LearnAction action = rule.action;
    if (const auto problem = problem_of(values, rule)) return refuse(*problem);

    LearnBookOptions options;
    options.action = action;
    options.store = to_path(text_of(values, "store").value_or(""));
    options.bin = to_path(text_of(values, "bin").value_or(""));
    options.book = to_path(text_of(values, "book").value_or(""));
    options.to = to_path(text_of(values, action == LearnAction::Convert ? "out" : "export").value_or(""));
    if (const auto file = text_of(values, "import")) options.from.push_back(to_path(*file));
    for (const char* const several : {"merge", "replay"})
        if (values.count(several))
            for (const std::string& file : values[several].as<std::vector<std::string>>())
                options.from.push_back(to_path(file));
    options.filter = {text_of(values, "engine"), text_of(values, "opponent"), true};
    options.player = text_of(values, "player");
    options.fen = text_of(values, "fen");
    options.csv = values.count("csv") > 0;
    if (const auto problem = read_show_options(values, options)) return refuse(*problem);
    if (const auto problem = problem_of(options)) return refuse(*problem);
    return options;
}

} // namespace polyglot::tools
