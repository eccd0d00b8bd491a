#include "tools/learn_book/options.hpp"

#include "config/learn_server.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/stores/server_store.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <algorithm>
#include <initializer_list>
#include <ostream>

namespace polyglot::tools {
namespace {

// The names of given options that belong to some actions only.
struct Given {
    std::vector<std::string> actions;
    std::vector<std::string> book, out, names, player, of_show, variant;
};

void add_places(OptionTable& option, LearnBookOptions& options,
                std::optional<std::filesystem::path>& file) {
    option("file", "FILE", file,
           "-bin for a file named .bin, -store for others; the name alone is enough")
        .takes_words();
    option("store", "FILE", options.store,
           "the results in this file, or in the server postgresql://HOST/DATABASE (BookLearnFile)");
    option("bin", "FILE", options.bin,
           "the results in the learn fields of this book; for -show, -reset and -convert");
}

void add_actions(OptionTable& option, LearnBookOptions& options, Given& given) {
    LearnAction& action = options.action;
    option.title("actions");
    option.note(&given.actions);
    option("show", "show all results as a table").sets(action, LearnAction::Show);
    option("merge", "FILE...", options.from, "add the results of these stores, files or servers")
        .sets(action, LearnAction::Merge);
    option("export", "FILE", options.to,
           "write all results to FILE.csv (- for standard output), or to FILE.bin as learn fields "
           "of a copy of -book")
        .sets(action, LearnAction::Export);
    option("import", "FILE", {[&options](const std::string&, const std::string& text) {
               options.from = {to_path(text)};
           }},
           "add the results of FILE.csv (- for standard input), or of the learn fields of FILE.bin "
           "as those of -engine")
        .sets(action, LearnAction::Import);
    option("replay", "FILE...", options.from,
           "add the results of finished games in PGN (- for standard input) to the moves that "
           "-book holds")
        .sets(action, LearnAction::Replay);
    option("reset", "delete the results, all or those of -engine and -opponent; a backup is "
                    "written beside FILE first")
        .sets(action, LearnAction::Reset);
    option("convert", "copy -bin to -out with learn fields that have PolyGlot's meaning")
        .sets(action, LearnAction::Convert);
    option("create", "make the tables for results in the database of the server")
        .sets(action, LearnAction::Create);
    option.note(nullptr);
}

void add_others(OptionTable& option, LearnBookOptions& options, Given& given) {
    option.title("options");
    option("book", "FILE", options.book,
           "the book of -export and -replay; for -show, a further source of move sequences")
        .noted_in(given.book);
    option("out", "FILE", options.to, "the book that -convert writes").noted_in(given.out);
    option("engine", "NAME", options.filter.engine,
           "only the results of this engine, or of those that a pattern with * and ? names; for "
           "-import of a book, "
           "the engine to record")
        .noted_in(given.names);
    option("opponent", "NAME", options.filter.opponent, "the same for the opponent")
        .noted_in(given.names);
    option("player", "NAME", options.player,
           "-replay: only the moves of this player (default: of both, each under its own name)")
        .noted_in(given.player);
    option.note(&given.of_show);
    option("fen", "FEN", options.fen, "-show: this position");
    option(
        "sort", "ORDER",
        one_of(options.sort,
               {{"gain", LearnSort::Gain}, {"loss", LearnSort::Loss}, {"games", LearnSort::Games}}),
        "-show: by gain or loss (points above or below one half), or by games; default: by the "
        "position's line");
    option("top", "N", options.top, "-show: the first N lines");
    option("min-games", "N", options.min_games, "-show: only moves with N games");
    option("max-ply", "N", options.max_ply, "-show: only positions that at most N plies lead to");
    option("csv", options.csv, "-show: comma-separated values");
    option("values", "FILE", options.values,
           "-show: also the values of the moves in this store of rate-book or grow-book, and the "
           "moves whose results contradict them");
    option.note(nullptr);
    add_variant_option(option, options.variant,
                       "the results of this variant; also that of a .bin book that does not name "
                       "it: ")
        .noted_in(given.variant);
}

void settle_file(LearnBookOptions& options, const std::optional<std::filesystem::path>& file) {
    const bool is_named = !options.store.empty() || !options.bin.empty();
    if (file && is_named) refuse("one file must be named: a store or a book");
    if (file) (is_book_name(*file) ? options.bin : options.store) = *file;
}

// Refuses passwords, before any message shows the address.
void check_servers(const LearnBookOptions& options) {
    std::vector<std::filesystem::path> stores = options.from;
    stores.push_back(options.store);
    for (const std::filesystem::path& store : stores)
        if (const auto address = io::server_of(store))
            if (const auto why = config::why_not_learn_server(*address)) refuse(*why);
    if (options.action != LearnAction::Merge)
        for (const std::filesystem::path& from : options.from)
            if (const auto address = io::server_of(from))
                refuse(*address + ": results of a server are added by -merge");
    if (options.action == LearnAction::Create && !io::server_of(options.store))
        refuse("-create goes with a server, postgresql://HOST/DATABASE: a file is made when it is "
               "needed");
}

void check_action(const LearnBookOptions& options, const Given& given) {
    const auto is = [&options](std::initializer_list<LearnAction> actions) {
        return std::ranges::find(actions, options.action) != actions.end();
    };
    using enum LearnAction;
    if (given.actions.empty())
        refuse("no action is given: -show, -merge, -export, -import, -reset, -replay, -convert or "
               "-create");
    const std::string& action = given.actions.front();
    for (const std::string& other : given.actions)
        if (other != action) refuse(action + " and " + other + " are two actions");
    if (options.store.empty() == options.bin.empty())
        refuse("one file must be named: a store or a book");
    if (options.bin.empty() ? is({Convert}) : !is({Show, Reset, Convert}))
        refuse(action + " goes with " + (is({Convert}) ? "-bin" : "-store"));
    if (is({Replay}) && options.book.empty()) refuse("-replay needs -book");
    if (is({Convert}) && options.to.empty()) refuse("-convert needs -out");
    const auto goes_with = [&](const std::vector<std::string>& others,
                               std::initializer_list<LearnAction> actions) {
        if (!is(actions)) refuse_any(others, "does not go with " + action);
    };
    goes_with(given.book, {Show, Export, Replay});
    goes_with(given.out, {Convert});
    goes_with(given.names, {Show, Export, Import, Reset});
    goes_with(given.player, {Replay});
    goes_with(given.of_show, {Show});
    goes_with(given.variant, {Show, Export, Import, Replay, Reset});
    if (options.action == Reset && !options.bin.empty() && !given.variant.empty())
        refuse("the learn fields of a book are of one variant: -variant goes with -store");
    if (!options.bin.empty() && !given.names.empty())
        refuse("the learn fields of a book know no names: -engine and -opponent go with -store");
    if (options.fen && options.max_ply) refuse("-max-ply does not go with -fen");
}

// -export and -import have different options for a book and for a table.
void check_tables(const LearnBookOptions& options) {
    if (options.action == LearnAction::Export) {
        const bool book = is_book_name(options.to);
        if (book && options.book.empty()) refuse("-export to a book needs -book, the book to copy");
        if (!book && !options.book.empty()) refuse("-book goes with -export to a .bin file");
    }
    if (options.action == LearnAction::Import) {
        const bool book = is_book_name(options.from.front());
        if (book && !options.filter.engine)
            refuse(
                "-import of a book needs -engine, the name of the engine whose results they are");
        if (!book && options.names_variant)
            refuse("-variant goes with -import of a book; a table names its variants");
        if (!book && (options.filter.engine || options.filter.opponent))
            refuse("-engine and -opponent go with -import of a book; a table has its own names");
    }
}

} // namespace

bool is_book_name(const std::filesystem::path& file) {
    return !io::server_of(file) && text::equal_ignoring_case(to_text(file.extension()), ".bin");
}

std::variant<LearnBookOptions, int> read_learn_book_options(Arguments args, std::ostream& out,
                                                            std::ostream& err) {
    LearnBookOptions options;
    options.filter.patterns = true;
    std::optional<std::filesystem::path> file;
    Given given;
    OptionTable option("polyglot learn-book FILE ACTION [OPTION]...",
                       "where the results are, one of");
    add_places(option, options, file);
    add_actions(option, options, given);
    add_others(option, options, given);
    const auto check = [&] {
        options.names_variant = !given.variant.empty();
        settle_file(options, file);
        check_servers(options);
        check_action(options, given);
        check_tables(options);
    };
    if (const auto over = option.read(args, out, err, check)) return *over;
    return options;
}

} // namespace polyglot::tools
