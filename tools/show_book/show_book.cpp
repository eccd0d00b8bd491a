#include "config/learn_server.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/learn_db.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/tree/shown_book.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::string_view usage =
    "polyglot show-book BOOK [MOVE]... [-fen FEN] [-depth N] [-min-share P] "
    "[-variant NAME] [-html FILE]";
constexpr std::size_t most_plies = 600;

struct ShowOptions {
    std::string book = "book.bin", line, fen;
    const chess::Variant* variant = nullptr;
    TreeLimits limits;
    std::string store, html, dot; // files; "-" is standard output
    bool as_json = false;
};

std::optional<int> read_show_options(Arguments args, ShowOptions& options, std::ostream& out,
                                     std::ostream& err) {
    std::vector<std::string> words;
    OptionTable option(usage);
    option("bin", "BOOK", words,
           "the book, of any format or statistics of make-book (default: book.bin); the option's "
           "name may be left out, "
           "and moves may follow: show-book book.bin e4 c5")
        .takes_words();
    option("line", "MOVES", options.line, "begin after these moves: \"e4 c5\", \"e2e4 c7c5\"");
    option("fen", "FEN", options.fen,
           "begin here (default: where the games of the book begin); for Chess960, too");
    option("depth", "N", within(options.limits.depth, 1, most_plies),
           "show N half-moves (default: 6)");
    option("min-share", "P", per_cent(options.limits.min_share),
           "leave out moves that less than P per cent of the lines play (default: 5); 0 shows all");
    add_variant_option(option, options.variant, book_variant_help);
    option("store", "FILE", options.store,
           "show what was learnt in this file or server (BookLearnFile) instead of the book's "
           "learn fields");
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
    return std::nullopt;
}

class ShowBook {
  public:
    ShowBook(const ShowOptions& options, std::istream& in, std::ostream& out, std::ostream& err)
        : options_(options), in_(in), out_(out), err_(err) {}

    int run() {
        Result<void> done = open();
        if (!done) return refuse(done.error());
        if (!(variant_ ? grow_variant() : grow_chess())) return exit_bad_usage;
        if (shown_.tree.stopped) {
            err_ << "show-book: stopped\n";
            return exit_interrupted;
        }
        if (source_.bytes->failed())
            return refuse(make_error(options_.book + ": cannot be read to its end"));
        if (const auto error = store_ ? store_->take_recall_error() : std::nullopt)
            return refuse(*error);
        done = write();
        return done ? exit_done : refuse(done.error());
    }

  private:
    struct Output {
        std::optional<io::OutputFile> file; // nullopt: standard output
        std::string (*format)(const ShownBook&);
    };

    int refuse(const Error& error) { return fail(err_, "show-book: " + error.message); }

    Result<void> open() {
        ConvertOptions options;
        options.from = options_.book;
        options.variant = options_.variant;
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
        auto variant = book::open_variant(*source_.opened, options_.variant);
        if (!variant) return make_error(options_.book + ": " + variant.error().message);
        variant_ = *std::move(variant);
        if (variant_ && store_)
            return make_error("-store: what is learnt in " + options_.store + " is of chess");
        if (variant_) shown_.format += " of " + std::string(variant_->variant().uci);
        if (auto opened = open_output(options_.html, format_html); !opened) return opened;
        return open_output(options_.dot, format_dot);
    }

    Result<void> open_store() {
        if (options_.store.empty()) return {};
        if (!config::is_learn_server(options_.store)) io::note_input(to_path(options_.store));
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

    // The root is what -fen says, or else this one. False, if the FEN or a move is wrong.
    bool grow_chess() {
        Root root{source_.roots.front(), {}};
        if (!read_root(root, [this](const auto& visit) {
                return for_each_fen({options_.fen}, in_, err_, visit);
            }))
            return false;
        if (chess::is_of_chess960(root.position))
            root.spelling.moves = chess::CastlingStyle::KingTakesRook;
        if (!(root.position == chess::Position::start()))
            shown_.fen = chess::format_fen(root.position, root.spelling.rights);
        const Branches branches(
            {source_.opened, source_.quick, source_.weighted, store_, {}, source_.grown});
        const auto position = grow(branches, root);
        if (!position) return false;
        look_at_searches(*position);
        look_for_moves(source_.quick->refuses(*position), source_.quick->knows(*position));
        return true;
    }

    bool grow_variant() {
        const auto start = chess::VariantPosition::start(variant_->variant());
        VariantRoot root{start, {}};
        if (!read_root(root, [this](const auto& visit) {
                return for_each_variant_fen(variant_->variant(), {options_.fen}, in_, err_, visit);
            }))
            return false;
        if (!(root.position == start))
            shown_.fen =
                chess::format_variant_fen(root.position, {.castling = root.spelling.rights});
        VariantBranches branches(*variant_, book::is_polyglot(dialect_of(variant_->file())));
        branches.show_games(source_.variant_games);
        const auto position = grow(branches, root);
        if (position) look_for_moves({}, branches.knows(*position));
        return position.has_value();
    }

    template <class AnyRoot, class ForEach>
    bool read_root(AnyRoot& root, const ForEach& for_each) {
        bool first = true;
        return options_.fen.empty() || for_each([&](const AnyRoot& given) {
                   if (std::exchange(first, false)) root = given;
                   return true;
               });
    }

    // The position after the line.
    template <class AnyBranches, class AnyRoot>
    auto grow(const AnyBranches& branches, const AnyRoot& root)
        -> std::optional<decltype(root.position)> {
        const auto line = parse_line(root.position, options_.line);
        if (!line) {
            show_error(err_, "moves", line.error().message, options_.line, line.error().offset);
            return std::nullopt;
        }
        const CancelFlag is_cancelled;
        shown_.limits.keep_on = [&is_cancelled] { return !is_cancelled(); };
        shown_.tree = grow_tree(branches, root, *line, shown_.limits);
        shown_.limits.keep_on = nullptr;
        auto position = root.position;
        for (const auto& move : *line)
            position.make(move);
        return position;
    }

    // Says why there is no move, if there is none.
    void look_for_moves(std::string_view refused, bool is_known) {
        const TreeNode& root = shown_.tree.nodes.front();
        if (!root.moves.empty() || root.has_more()) return;
        if (!refused.empty()) {
            shown_.nothing = "not in the book: " + std::string(refused);
        } else if (is_known) {
            shown_.nothing = "the book has no move here";
        } else {
            shown_.nothing = "not in the book, which has " +
                             text::counted(source_.opened->count_positions(), "position") +
                             "; -fen names another";
        }
    }

    void look_at_searches(const chess::Position& root) {
        const GrownFile* const store = source_.grown;
        if (store == nullptr) return;
        shown_.is_store = true;
        shown_.search = store->search_of(root);
        shown_.searches_now = store->searches_now();
        for (const GrownFile::RootedLine& way : store->searched_now()) {
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
    std::istream& in_;
    std::ostream& out_;
    std::ostream& err_;
    ConvertSource source_;
    std::optional<book::VariantBook> variant_;
    std::shared_ptr<const io::LearnDb> store_;
    std::vector<Output> outputs_;
    ShownBook shown_;
};

} // namespace

int run_show_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    ShowOptions options;
    if (const auto over = read_show_options(args, options, out, err)) return *over;
    return ShowBook(options, in, out, err).run();
}

} // namespace polyglot::tools
