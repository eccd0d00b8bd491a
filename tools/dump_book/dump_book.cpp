// `polyglot dump-book`: all lines of a book for one side, as text. docs/dump-book.md.
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/sources/any_book.hpp"
#include "tools/books/text.hpp"
#include "tools/common/command_line.hpp"
#include "tools/dump_book/dump.hpp"

#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;
using chess::Color;

constexpr std::string_view usage = "polyglot dump-book BOOK -color white|black [-out FILE] [-max-ply N] [-fen FEN]";

struct DumpFiles {
    std::string book;
    std::string color;
    std::string out; // "-": standard output
};

std::optional<int> read_dump_options(Arguments args, DumpFiles& files, DumpOptions& options, std::ostream& out,
                                     std::ostream& err) {
    std::string& color = files.color;
    std::string fen;
    po::options_description described("options");
    auto option = described.add_options();
    option("bin", po::value(&files.book)->value_name("FILE")->default_value("book.bin"),
           "the book, of any format; the option's name may be left out");
    option("color", po::value(&color)->value_name("COLOR")->required(),
           "the side that plays from the book: white, black");
    option("out", po::value(&files.out)->value_name("FILE"),
           "the file to write, - for standard output (default: book_white.txt or book_black.txt)");
    option("max-ply", po::value(&options.max_ply)->value_name("N"), "maximum length of a line in plies");
    option("fen", po::value(&fen)->value_name("FEN"), "start the lines from this position");
    po::variables_map values;
    if (const auto over = read_options(args, described, values, usage, out, err, "bin")) return over;
    if (color == "w") color = "white";
    if (color == "b") color = "black";
    if (color != "white" && color != "black") {
        err << "-color is white or black\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    options.color = color == "white" ? Color::White : Color::Black;
    if (files.out.empty()) files.out = "book_" + color + ".txt";
    if (!fen.empty()) {
        const auto start = chess::parse_fen(fen);
        if (!start) {
            show_error(err, "-fen", start.error().message, fen, start.error().offset);
            return exit_bad_usage;
        }
        options.start = *start;
    }
    options.title = "Dump of \"" + files.book + "\" for " + color + (fen.empty() ? "." : " from " + fen + ".");
    return std::nullopt;
}

int fail(std::ostream& err, const std::string& message) {
    err << message << '\n';
    return exit_bad_input;
}

std::string summary(const DumpFiles& files, const Dump& dump) {
    std::string text = files.out + ": " + std::to_string(dump.lines) + " lines, " + std::to_string(dump.positions) +
                       " positions of the book";
    if (dump.illegal > 0) text += "; left out: " + std::to_string(dump.illegal) + " moves that are not legal";
    if (dump.too_long > 0) text += "; left out: " + continuations_of_too_long(dump.too_long);
    return text + '\n';
}

} // namespace

int run_dump_book(Arguments args, std::istream&, std::ostream& out, std::ostream& err) {
    DumpFiles files;
    DumpOptions options;
    if (const auto over = read_dump_options(args, files, options, out, err)) return *over;
    const auto opened = open_any_book(files.book, io::BookUse::Walk);
    if (!opened) return fail(err, opened.error().message);
    for (const std::string& warning : opened->warnings)
        err << files.book << ": " << warning << '\n';
    const auto book = book::with_reply_filter(opened->book);

    Dump dump;
    if (files.out == "-") {
        dump = dump_book(*book, options, [&out](std::string_view text) { return static_cast<bool>(out << text); });
        if (!out.flush()) return exit_bad_input; // flush_output() says why
    } else {
        auto file = io::OutputFile::open(to_path(files.out));
        if (!file) return fail(err, file.error().message);
        dump = dump_book(*book, options, [&file](std::string_view text) {
            file->write(text);
            return !file->failed();
        });
        if (!opened->book->is_whole()) return fail(err, files.book + ": cannot be read to its end");
        if (dump.lines == 0 && !file->failed())
            return fail(err, files.out + " is not written: the book has no move for " + files.color + " there");
        if (const auto written = file->commit(); !written) return fail(err, written.error().message);
        out << summary(files, dump);
    }
    return opened->book->is_whole() ? exit_done : fail(err, files.book + ": cannot be read to its end");
}

} // namespace polyglot::tools
