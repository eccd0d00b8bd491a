// `polyglot intersect-book` and `polyglot subtract-book` combine two books. See docs/set-book.md.
#include "core/book/value_weights.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/books/variant_books.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/set_book/set_book.hpp"

#include <array>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace polyglot::tools {
namespace {

struct SetOptions {
    std::vector<std::string> books;
    std::string out;
    const chess::Variant* variant = nullptr;
    std::vector<chess::Position> roots; // of chess
    std::vector<chess::VariantPosition> variant_roots;
    SetRules rules;
};

std::optional<int> read_set_options(Arguments args, SetOptions& options, std::istream& in,
                                    std::ostream& out, std::ostream& err) {
    const bool intersect = options.rules.operation == SetOperation::Intersect;
    const std::string usage =
        std::string(intersect ? "polyglot intersect-book" : "polyglot subtract-book") +
        " A B -out FILE [-by move|position]" + (intersect ? " [-weight WORD]" : "");
    RootOptions where;
    OptionTable option(usage);
    option("book", "BOOK", options.books,
           "the two books, of any format; the option's name may be left out")
        .takes_words();
    option("out", "FILE", options.out, "the book to write, in PolyGlot's format").required();
    option("by", "WORD",
           one_of(options.rules.unit, {{"move", SetUnit::Move}, {"position", SetUnit::Position}}),
           intersect ? "move (default): the moves that both books have; position: the positions "
                       "that both know, with "
                       "all moves of A"
                     : "move (default): the moves that B does not have; position: the positions "
                       "that B does not know");
    if (intersect)
        option("weight", "WORD",
               one_of(options.rules.weight, {{"first", SetWeight::First},
                                             {"second", SetWeight::Second},
                                             {"sum", SetWeight::Sum},
                                             {"min", SetWeight::Min},
                                             {"max", SetWeight::Max}}),
               "weight of a move: first (that of A; default), second, sum, min or max");
    add_root_options(option, where);
    add_variant_option(option, options.variant, book_variant_help);
    return option.read(args, out, err, [&] {
        if (options.books.size() != 2)
            refuse("two books are needed, and " + std::to_string(options.books.size()) + " given");
        if (const auto* const variant = variant_of_any_book(options.books[0], options.variant))
            options.variant_roots = read_variant_roots(*variant, where, in, err);
        else
            options.roots = read_roots(where, in, err);
    });
}

Result<std::shared_ptr<const book::Book>> open(const std::string& file, std::ostream& err) {
    auto opened = open_any_book(file, io::BookUse::Walk, true);
    if (!opened) return opened.error();
    for (const std::string& warning : opened->warnings)
        err << file << ": " << warning << '\n';
    return book::weighed(opened->book);
}

SetResult combine(const SetOptions& options, const book::Book& first, const book::Book& second,
                  const std::optional<book::NamedVariant>& of_variant,
                  const CancelFlag& is_cancelled) {
    const auto keep_on = [&] { return !is_cancelled(); };
    if (!of_variant) return combine_books(first, second, options.roots, options.rules, keep_on);
    const auto a = book::VariantBook::open(*first.polyglot(), of_variant->variant);
    const auto b = book::VariantBook::open(*second.polyglot(), of_variant->variant);
    return combine_variant_books(*a, *b, options.variant_roots, options.rules, keep_on);
}

Result<SetResult> combine(const SetOptions& options, const CancelFlag& is_cancelled,
                          std::ostream& err) {
    const auto first = open(options.books[0], err);
    if (!first) return first.error();
    const auto second = open(options.books[1], err);
    if (!second) return second.error();
    const std::array named{NamedBook{options.books[0], first->get()},
                           NamedBook{options.books[1], second->get()}};
    const auto of_variant = common_variant(named, options.variant);
    if (!of_variant) return of_variant.error();
    // The output is opened first, so that an output that cannot be written is reported now.
    auto file = open_polyglot_output(to_path(options.out));
    if (!file) return file.error();
    SetResult result = combine(options, **first, **second, *of_variant, is_cancelled);
    if (is_cancelled()) return result;
    if (result.entries.empty())
        return make_error("no entry is left; " + options.out + " is not written");
    const auto* const bin = (*first)->polyglot();
    if (bin != nullptr && bin->header()) file->write(book::encode_header(*bin->header()));
    for (const book::RawEntry& entry : result.entries)
        write_entry(*file, entry);
    if (const auto written = file->commit(); !written) return written.error();
    return result;
}

int run(Arguments args, SetOperation operation, std::istream& in, std::ostream& out,
        std::ostream& err) {
    const char* const name =
        operation == SetOperation::Intersect ? "intersect-book" : "subtract-book";
    SetOptions options;
    options.rules.operation = operation;
    if (const auto over = read_set_options(args, options, in, out, err)) return *over;
    const CancelFlag is_cancelled;
    const Result<SetResult> result = combine(options, is_cancelled, err);
    if (is_cancelled()) {
        err << name << ": stopped, nothing is written\n";
        return exit_interrupted;
    }
    if (!result) return fail(err, std::string(name) + ": " + result.error().message);
    out << options.out << ": " << text::counted(result->positions, "position") << ", "
        << text::grouped(result->entries.size()) << " entries of "
        << text::grouped(result->entries_read) << " of " << options.books[0] << '\n';
    const auto tell = [&out](std::uint64_t count, const std::string& text) {
        if (count > 0) out << "  " << text << '\n';
    };
    tell(result->unreached,
         "compared by their keys: " + text::counted(result->unreached, "entry", "entries") +
             " of positions that cannot be reached");
    tell(result->scaled, "weights scaled to 16 bits: " + text::counted(result->scaled, "position"));
    tell(result->keyless,
         "left out: " + text::counted(result->keyless, "position") +
             " where an inner rook may castle: PolyGlot's format has no key for that");
    return exit_done;
}

} // namespace

int run_intersect_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    return run(args, SetOperation::Intersect, in, out, err);
}
int run_subtract_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    return run(args, SetOperation::Subtract, in, out, err);
}

} // namespace polyglot::tools
