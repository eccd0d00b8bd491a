#include "core/chess/chess960.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/learn_db.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/tree/shown_book.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"

#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::string_view usage =
    "polyglot show-book BOOK [MOVE]... [-fen FEN] [-depth N] [-min-share P] [-html FILE]";
constexpr std::size_t most_plies = 600;

struct ShowOptions {
    std::string book = "book.bin", line;
    std::optional<Root> root;
    TreeLimits limits;
    std::string store, html, dot; // files; "-" is standard output
    bool as_json = false;
};

std::optional<int> read_show_options(Arguments args, ShowOptions& options, std::istream& in,
                                     std::ostream& out, std::ostream& err) {
    std::vector<std::string> words;
    std::string fen;
    OptionTable option(usage);
    option("bin", "BOOK", words,
           "the book, of any format or statistics of make-book (default: book.bin); the option's "
           "name may be left out, "
           "and moves may follow: show-book book.bin e4 c5")
        .takes_words();
    option("line", "MOVES", options.line, "begin after these moves: \"e4 c5\", \"e2e4 c7c5\"");
    option("fen", "FEN", fen,
           "begin here (default: where the games of the book begin); for Chess960, too");
    option("depth", "N", within(options.limits.depth, 1, most_plies),
           "show N half-moves (default: 6)");
    option("min-share", "P", per_cent(options.limits.min_share),
           "leave out moves that less than P per cent of the lines play (default: 5); 0 shows all");
    option("store", "FILE", options.store,
           "show what was learnt in this file (BookLearnFile) instead of the book's learn fields");
    option("html", "FILE", options.html, "write a page that folds; - is standard output");
    option("dot", "FILE", options.dot, "write a graph for Graphviz; - is standard output");
    option("json", options.as_json, "print one JSON object");
    const auto check = [&] {
        if (words.size() > 1 && !options.line.empty())
            refuse("moves and -line are the same: one of them is enough");
        if ((options.html == "-") + (options.dot == "-") + options.as_json > 1)
            refuse("standard output is for one of -html -, -dot - and -json");
    };
    if (const auto over = option.read(args, out, err, check)) return over;
    if (!words.empty()) options.book = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        options.line += words[i] + ' ';
    const bool good = fen.empty() || for_each_fen({fen}, in, err, [&](const Root& root) {
                          if (!options.root) options.root = root;
                          return true;
                      });
    return good ? std::nullopt : std::optional(exit_bad_usage);
}

class ShowBook {
  public:
    ShowBook(const ShowOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err) {}

    int run() {
        Result<void> done = open();
        if (!done) return refuse(done.error());
        const auto line = parse_line(shown_.start, options_.line);
        if (!line) {
            show_error(err_, "moves", line.error().message, options_.line, line.error().offset);
            return exit_bad_usage;
        }
        grow(*line);
        if (shown_.tree.stopped) {
            err_ << "show-book: stopped\n";
            return exit_interrupted;
        }
        if (source_.bytes->failed())
            return refuse(make_error(options_.book + ": cannot be read to its end"));
        done = write();
        return done ? exit_done : refuse(done.error());
    }

  private:
    struct Output {
        std::optional<io::OutputFile> file; // nullopt: standard output
        std::string (*format)(const ShownBook&);
    };

    int refuse(const Error& error) {
        err_ << "show-book: " << error.message << '\n';
        return exit_bad_input;
    }

    Result<void> open() {
        ConvertOptions options;
        options.from = options_.book;
        auto source = open_source(options);
        if (!source) return source.error();
        source_ = *std::move(source);
        for (const std::string& warning : source_.warnings)
            err_ << options_.book << ": " << warning << '\n';
        if (auto opened = open_store(); !opened) return opened;
        shown_.name = options_.book;
        shown_.format = source_.format;
        shown_.has_values = source_.has_values() || source_.grown != nullptr;
        shown_.limits = options_.limits;
        const Root root = options_.root ? *options_.root : Root{source_.roots.front(), {}};
        shown_.start = root.position;
        shown_.rights = root.spelling.rights;
        shown_.chess960 = root.spelling.moves == chess::CastlingStyle::KingTakesRook ||
                          chess::is_of_chess960(shown_.start);
        shown_.fen = chess::format_fen(shown_.start, shown_.rights);
        if (auto opened = open_output(options_.html, format_html); !opened) return opened;
        return open_output(options_.dot, format_dot);
    }

    Result<void> open_store() {
        if (options_.store.empty()) return {};
        io::note_input(to_path(options_.store));
        auto store = io::LearnDb::open(to_path(options_.store), io::LearnDb::Access::Read);
        if (!store) return store.error();
        store_ = *std::move(store);
        return {};
    }

    // The output is opened before the walk, so that an output that cannot be written is reported
    // now.
    Result<void> open_output(const std::string& name, std::string (*format)(const ShownBook&)) {
        if (name.empty()) return {};
        Output output{std::nullopt, format};
        if (name != "-") {
            auto file = io::OutputFile::open(to_path(name));
            if (!file) return file.error();
            output.file = *std::move(file);
        }
        outputs_.push_back(std::move(output));
        return {};
    }

    void grow(const std::vector<chess::Move>& line) {
        const Branches branches(
            {source_.opened, source_.quick, source_.weighted, store_, {}, source_.grown});
        const CancelFlag is_cancelled;
        shown_.limits.keep_on = [&is_cancelled] { return !is_cancelled(); };
        shown_.tree = grow_tree(branches, shown_.start, line, shown_.limits);
        shown_.limits.keep_on = nullptr;
        look_at_searches();
        const TreeNode& root = shown_.tree.nodes.front();
        if (!root.moves.empty() || root.has_more()) return;
        const std::string_view refused = source_.quick->refuses(root.position);
        if (!refused.empty()) {
            shown_.nothing = "not in the book: " + std::string(refused);
        } else if (source_.quick->knows(root.position)) {
            shown_.nothing = "the book has no move here";
        } else {
            shown_.nothing = "not in the book, which has " +
                             text::counted(source_.opened->count_positions(), "position") +
                             "; -fen names another";
        }
    }

    void look_at_searches() {
        const GrownFile* const store = source_.grown;
        if (store == nullptr) return;
        shown_.is_store = true;
        shown_.search = store->search_of(shown_.tree.nodes.front().position);
        shown_.searches_now = store->searches_now();
        for (const GrownFile::Way& way : store->searched_now()) {
            const std::string line = format_line(way.root, way.line);
            shown_.searched_now.push_back(line.empty() ? "where the book begins" : line);
        }
    }

    Result<void> write() {
        for (Output& output : outputs_) {
            if (!output.file) {
                out_ << output.format(shown_);
                continue;
            }
            output.file->write(output.format(shown_));
            if (auto done = output.file->commit(); !done) return done;
        }
        if (options_.as_json) {
            out_ << format_json(shown_);
        } else if (outputs_.empty()) {
            print_text(shown_, style_of(out_), out_);
        }
        return {};
    }

    const ShowOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    ConvertSource source_;
    std::shared_ptr<const book::LearnStore> store_;
    std::vector<Output> outputs_;
    ShownBook shown_;
};

} // namespace

int run_show_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    ShowOptions options;
    if (const auto over = read_show_options(args, options, in, out, err)) return *over;
    return ShowBook(options, out, err).run();
}

} // namespace polyglot::tools
