// `polyglot intersect-book` and `polyglot subtract-book`. docs/set-book.md.
#include "core/book/value_weights.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/set_book/set_book.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::array<std::pair<std::string_view, SetWeight>, 5> weights{{{"first", SetWeight::First},
                                                                         {"second", SetWeight::Second},
                                                                         {"sum", SetWeight::Sum},
                                                                         {"min", SetWeight::Min},
                                                                         {"max", SetWeight::Max}}};

struct SetOptions {
    std::vector<std::string> books;
    std::string out;
    std::vector<chess::Position> roots;
    SetRules rules;
};

std::optional<int> read_set_options(Arguments args, SetOptions& options, std::istream& in, std::ostream& out,
                                    std::ostream& err) {
    const bool intersect = options.rules.operation == SetOperation::Intersect;
    const std::string usage = std::string(intersect ? "polyglot intersect-book" : "polyglot subtract-book") +
                              " A B -out FILE [-by move|position]" + (intersect ? " [-weight WORD]" : "");
    std::string by;
    std::string weight = "first";
    po::options_description described("options");
    auto option = described.add_options();
    option("book", po::value(&options.books)->value_name("BOOK"),
           "the two books, of any format; the option's name may be left out");
    option("out", po::value(&options.out)->value_name("FILE")->required(), "the book to write, in PolyGlot's format");
    option("by", po::value(&by)->value_name("WORD")->default_value("move"),
           intersect ? "move: the moves that both books have; position: the positions that both know, with all moves "
                       "of A"
                     : "move: the moves that B does not have; position: the positions that B does not know");
    if (intersect)
        option("weight", po::value(&weight)->value_name("WORD")->default_value("first"),
               "weight of a move: first (that of A), second, sum, min or max");
    add_root_options(described);
    po::variables_map values;
    if (const auto over = read_options(args, described, values, usage, out, err, "book")) return over;
    const auto refuse = [&err, &usage](const std::string& message) {
        err << message << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    };
    if (options.books.size() != 2)
        return refuse("two books are needed, and " + std::to_string(options.books.size()) + " given");
    if (by != "move" && by != "position") return refuse("-by is move or position");
    options.rules.unit = by == "move" ? SetUnit::Move : SetUnit::Position;
    const auto* const kind =
        std::find_if(weights.begin(), weights.end(), [&weight](const auto& w) { return w.first == weight; });
    if (kind == weights.end()) return refuse("-weight is first, second, sum, min or max");
    options.rules.weight = kind->second;
    auto roots = read_roots(values, in, err);
    if (!roots) return exit_bad_usage;
    options.roots = *std::move(roots);
    return std::nullopt;
}

Result<std::shared_ptr<const book::Book>> open(const std::string& file, std::ostream& err) {
    auto opened = open_any_book(file, io::BookUse::Walk);
    if (!opened) return opened.error();
    for (const std::string& warning : opened->warnings)
        err << file << ": " << warning << '\n';
    return book::weighed(opened->book);
}

Result<SetResult> combine(const SetOptions& options, const CancelFlag& is_cancelled, std::ostream& err) {
    const auto first = open(options.books[0], err);
    if (!first) return first.error();
    const auto second = open(options.books[1], err);
    if (!second) return second.error();
    auto file = open_polyglot_output(to_path(options.out)); // before the work: what cannot be written is known now
    if (!file) return file.error();
    SetResult result = combine_books(**first, **second, options.roots, options.rules, [&] { return !is_cancelled(); });
    if (is_cancelled()) return result;
    if (result.entries.empty()) return make_error("no entry is left; " + options.out + " is not written");
    const auto* const bin = (*first)->polyglot();
    if (bin != nullptr && bin->header()) file->write(book::encode_header(*bin->header()));
    for (const book::RawEntry& entry : result.entries)
        write_entry(*file, entry);
    if (const auto written = file->commit(); !written) return written.error();
    return result;
}

int run(Arguments args, SetOperation operation, std::istream& in, std::ostream& out, std::ostream& err) {
    const char* const name = operation == SetOperation::Intersect ? "intersect-book" : "subtract-book";
    SetOptions options;
    options.rules.operation = operation;
    if (const auto over = read_set_options(args, options, in, out, err)) return *over;
    const CancelFlag is_cancelled;
    const Result<SetResult> result = combine(options, is_cancelled, err);
    if (is_cancelled()) {
        err << name << ": stopped, nothing is written\n";
        return exit_interrupted;
    }
    if (!result) {
        err << name << ": " << result.error().message << '\n';
        return exit_bad_input;
    }
    out << options.out << ": " << text::counted(result->positions, "position") << ", "
        << text::grouped(result->entries.size()) << " entries of " << text::grouped(result->entries_read) << " of "
        << options.books[0] << '\n';
    const auto tell = [&out](std::uint64_t count, const std::string& text) {
        if (count > 0) out << "  " << text << '\n';
    };
    tell(result->unreached, "compared by their keys: " + text::counted(result->unreached, "entry", "entries") +
                                " of positions that cannot be reached");
    tell(result->scaled, "weights scaled to 16 bits: " + text::counted(result->scaled, "position"));
    tell(result->keyless, "left out: " + text::counted(result->keyless, "position") +
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
