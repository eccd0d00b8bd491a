#include "tools/rate_book/options.hpp"

#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/growing/export.hpp"

#include <string_view>

namespace polyglot::tools {
namespace {

struct GivenRating {
    GivenRun run;
    RootOptions where;
    std::vector<std::string> of_output; // names of options
};

OptionValue rated_book_to_write(RateOptions& options) {
    const auto add = [&options](const std::string& option, const std::string& file) {
        if (file == "-") refuse(option + " -: rate-book writes books to files");
        const std::string extension = to_text(to_path(file).extension());
        const auto target =
            parse_book_target(std::string_view(extension).substr(extension.empty() ? 0 : 1));
        if (target == pgn_target) refuse(option + ' ' + file + ": convert-book writes PGN");
        options.outputs.emplace_back(file, target.value_or(polyglot_target));
    };
    return {add, true};
}

void add_outputs(OptionTable& option, RateOptions& options, GivenRating& given) {
    option("out", "BOOK", rated_book_to_write(options),
           "write the book with its changes: a copy if the format is the book's own (.bin, .abk), "
           "with an undo file for edit-book; .yacb, .exp, .csv and .json have the values. May be "
           "repeated");
    option.note(&given.of_output);
    option("width", "CP", within(options.changes.width_cp, 0, 10'000),
           "change moves that lose more than CP centipawns (default: 50)");
    option("beyond", "WORD",
           one_of(options.changes.beyond, {{"forbid", BeyondWidth::Forbid},
                                           {"delete", BeyondWidth::Delete},
                                           {"lower", BeyondWidth::Lower}}),
           "what becomes of these moves: forbid (weight 0; default), delete, or lower: their "
           "weights by -temperature");
    option("keep-weights", options.changes.keep_weights,
           "keep the weights of the other moves (default: weights from the values)");
    option("temperature", "T", within(options.changes.temperature, 0.01, 10'000),
           "a move that loses T centipawns gets 37 % of its weight (default: 20)");
    option.note(nullptr);
}

void add_report(OptionTable& option, RateOptions& options) {
    option("top", "N", within(options.top, 0, 1'000'000'000),
           "show the N moves that cost most, and N changes (default: 20); 0 shows all");
    option("html", "FILE", options.html, "write a page with boards; - is standard output");
    option("json", options.as_json, "print one JSON object instead of the report");
}

std::string usual_store(const std::string& book) {
    return (io::is_starter(to_path(book)) ? std::string("starter") : book) + ".rate.db";
}

void settle_variant_of_book(RateOptions& options, const RootOptions& where, std::istream& in,
                            std::ostream& err) {
    VariantChoice& choice = options.rules_of;
    if (!choice.is_given) choice.variant = variant_of_any_book(options.book, nullptr);
    for (const auto& [file, target] : options.outputs)
        if (const auto fits = check_target(file, target, choice.variant); !fits)
            refuse("-out " + fits.error().message);
    settle_rules(choice, where, options.run, options.roots, in, err);
}

void settle_rating(RateOptions& options, const GivenRating& given, std::istream& in,
                   std::ostream& err) {
    if (options.book.empty()) refuse("no book is named");
    if (options.store.empty()) options.store = usual_store(options.book);
    if (options.outputs.empty())
        refuse_any(given.of_output, "is for a book that is written (-out)");
    if (options.html == "-" && options.as_json)
        refuse("standard output is for one of -html - and -json");
    settle_run(options.run, given.run, err);
    settle_variant_of_book(options, given.where, in, err);
}

} // namespace

std::variant<RateOptions, int> read_rate_options(Arguments args, std::istream& in,
                                                 std::ostream& out, std::ostream& err) {
    RateOptions options;
    GivenRating given;
    OptionTable option("polyglot rate-book BOOK [-ec ENGINE]... [-store FILE.db] [-out BOOK]... "
                       "[OPTION]...");
    option("bin", "BOOK", options.book,
           "the book, of any format; the option's name may be left out")
        .takes_words();
    option("store", "FILE", options.store,
           "the positions that have been searched; made if there is no such file (default: "
           "BOOK.rate.db)");
    add_run_engines(option, given.run,
                    "search the positions of the book with this engine: the engine and its "
                    "arguments, in one argument; without it the report is made from the store. May "
                    "be repeated: the options of an engine follow its -ec, those before the first "
                    "-ec are for all");
    add_run_limits(option, options.run, given.run);
    option("min-reach", "P", per_cent(options.min_reach),
           "search only positions that at least P per cent of the games reach (default: 0)");
    option("merge", "FILE", options.merges, "add the searches of another store; may be repeated");
    add_outputs(option, options, given);
    add_report(option, options);
    add_variant_option(option, options.rules_of.variant, book_variant_help)
        .sets(options.rules_of.is_given, true);
    add_root_options(option, given.where);
    if (const auto over =
            option.read(args, out, err, [&] { settle_rating(options, given, in, err); }))
        return *over;
    for (const std::string_view word : args)
        (options.command += options.command.empty() ? "rate-book " : " ") += word;
    return options;
}

} // namespace polyglot::tools
