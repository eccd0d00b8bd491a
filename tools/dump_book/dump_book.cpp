// `polyglot dump-book` prints all lines of a book for one side as text. See docs/dump-book.md.
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/books/text.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/dump_book/dump.hpp"
#include "tools/dump_book/variant.hpp"

#include <cstddef>
#include <ostream>
#include <string>

namespace polyglot::tools {
namespace {

using chess::Color;

struct DumpFiles {
    std::string book = "book.bin";
    std::string color;
    std::string out;                         // "-": standard output
    const chess::Variant* variant = nullptr; // the given one, or the one that the book names
    std::optional<chess::VariantPosition> variant_start;
};

// Reads -fen by the rules of the book; an empty one is the start position.
void set_start(const std::string& fen, DumpFiles& files, DumpOptions& options) {
    files.variant = variant_of_any_book(files.book, files.variant);
    if (files.variant) {
        const auto start = fen.empty() ? chess::VariantPosition::start(*files.variant)
                                       : chess::parse_variant_fen(*files.variant, fen);
        if (!start) refuse("-fen", start.error(), fen);
        files.variant_start = *start;
    } else if (!fen.empty()) {
        const auto start = chess::parse_fen(fen);
        if (!start) refuse("-fen", start.error(), fen);
        options.start = *start;
    }
}

std::optional<int> read_dump_options(Arguments args, DumpFiles& files, DumpOptions& options,
                                     std::ostream& out, std::ostream& err) {
    std::string fen;
    OptionTable option(
        "polyglot dump-book BOOK -color white|black [-out FILE] [-max-ply N] [-fen FEN] "
        "[-variant NAME]");
    option("bin", "FILE", files.book,
           "the book, of any format (default: book.bin); the option's name may be left out")
        .takes_words();
    option("color", "COLOR",
           one_of(options.color, {{"white", Color::White},
                                  {"black", Color::Black},
                                  {"w", Color::White},
                                  {"b", Color::Black}}),
           "the side that plays from the book: white, black")
        .required();
    option("out", "FILE", files.out,
           "the file to write, - for standard output (default: book_white.txt or book_black.txt)");
    option("max-ply", "N", options.max_ply, "maximum length of a line in plies");
    option("fen", "FEN", fen, "start the lines from this position");
    add_variant_option(option, files.variant, book_variant_help);
    const auto check = [&] { set_start(fen, files, options); };
    if (const auto over = option.read(args, out, err, check)) return over;
    files.color = options.color == Color::White ? "white" : "black";
    if (files.out.empty()) files.out = "book_" + files.color + ".txt";
    options.title = "Dump of \"" + files.book + "\" for " + files.color +
                    (fen.empty() ? "." : " from " + fen + ".");
    return std::nullopt;
}

std::string summary(const DumpFiles& files, const Dump& dump) {
    std::string text = files.out + ": " + std::to_string(dump.lines) + " lines, " +
                       std::to_string(dump.positions) + " positions of the book";
    if (dump.illegal > 0)
        text += "; left out: " + std::to_string(dump.illegal) + " moves that are not legal";
    if (dump.too_long > 0) text += "; left out: " + continuations_of_too_long(dump.too_long);
    return text + '\n';
}

} // namespace

int run_dump_book(Arguments args, std::istream&, std::ostream& out, std::ostream& err) {
    DumpFiles files;
    DumpOptions options;
    if (const auto over = read_dump_options(args, files, options, out, err)) return *over;
    const auto opened = open_any_book(files.book, io::BookUse::Walk, true);
    if (!opened) return fail(err, opened.error().message);
    const auto of_variant = book::open_variant(*opened->book, files.variant);
    if (!of_variant) return fail(err, files.book + ": " + of_variant.error().message);
    for (const std::string& warning : opened->warnings)
        err << files.book << ": " << warning << '\n';
    const auto dump_to = [&](const std::function<bool(std::string_view)>& write) {
        return *of_variant ? dump_variant_book(**of_variant, *files.variant_start, options, write)
                           : dump_book(*book::with_reply_filter(opened->book), options, write);
    };

    Dump dump;
    if (files.out == "-") {
        dump = dump_to([&out](std::string_view text) { return static_cast<bool>(out << text); });
        if (!out.flush()) return exit_bad_input; // flush_output() reports the failure
    } else {
        auto file = io::OutputFile::open(to_path(files.out));
        if (!file) return fail(err, file.error().message);
        dump = dump_to([&file](std::string_view text) {
            file->write(text);
            return !file->failed();
        });
        if (!opened->book->is_whole()) return fail(err, files.book + ": cannot be read to its end");
        if (dump.lines == 0 && !file->failed())
            return fail(err, files.out + " is not written: the book has no move for " +
                                 files.color + " there");
        if (const auto written = file->commit(); !written)
            return fail(err, written.error().message);
        out << summary(files, dump);
    }
    return opened->book->is_whole() ? exit_done
                                    : fail(err, files.book + ": cannot be read to its end");
}

} // namespace polyglot::tools
