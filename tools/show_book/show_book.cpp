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

#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::string_view usage =
    "polyglot show-book BOOK [MOVE]... [-fen FEN] [-depth N] [-min-share P] [-html FILE]";
constexpr std::size_t most_plies = 600;

struct ShowOptions {
    std::string book, line;
    std::optional<Root> root;
    std::string fen;
    TreeLimits limits;
    std::string store, html, dot; // files; "-" is standard output
    bool as_json = false;
};

po::options_description described_options() {
    po::options_description described("options");
    auto option = described.add_options();
    option("bin", po::value<std::vector<std::string>>()->value_name("BOOK")->composing(),
           "the book, of any format or statistics of make-book (default: book.bin); the option's name may be left out, "
           "and moves may follow: show-book book.bin e4 c5");
    option("line", po::value<std::string>()->value_name("MOVES"), "begin after these moves: \"e4 c5\", \"e2e4 c7c5\"");
    option("fen", po::value<std::string>()->value_name("FEN"),
           "begin here (default: where the games of the book begin); for Chess960, too");
    option("depth", po::value<std::size_t>()->value_name("N")->default_value(6), "show N half-moves");
    option("min-share", po::value<double>()->value_name("P")->default_value(5, "5"),
           "leave out moves that less than P per cent of the lines play; 0 shows all");
    option("store", po::value<std::string>()->value_name("FILE"),
           "show what was learnt in this file (BookLearnFile) instead of the book's learn fields");
    option("html", po::value<std::string>()->value_name("FILE"), "write a page that folds; - is standard output");
    option("dot", po::value<std::string>()->value_name("FILE"), "write a graph for Graphviz; - is standard output");
    option("json", "print one JSON object");
    return described;
}

std::optional<std::string> read_values(const po::variables_map& values, ShowOptions& options) {
    const auto text = [&values](const char* name) {
        return values.count(name) ? values[name].as<std::string>() : std::string();
    };
    options.book = "book.bin";
    if (values.count("bin")) {
        const auto words = values["bin"].as<std::vector<std::string>>();
        options.book = words.front();
        for (std::size_t i = 1; i < words.size(); ++i)
            options.line += words[i] + ' ';
    }
    if (!options.line.empty() && values.count("line")) return "moves and -line are the same: one of them is enough";
    if (values.count("line")) options.line = text("line");
    options.fen = text("fen");
    options.store = text("store");
    options.html = text("html");
    options.dot = text("dot");
    options.as_json = values.count("json") > 0;
    options.limits.depth = values["depth"].as<std::size_t>();
    const double share = values["min-share"].as<double>();
    if (options.limits.depth < 1 || options.limits.depth > most_plies)
        return "-depth is 1 to " + std::to_string(most_plies);
    if (!(share >= 0 && share <= 100)) return "-min-share is 0 to 100";
    options.limits.min_share = share / 100;
    if ((options.html == "-") + (options.dot == "-") + options.as_json > 1)
        return "standard output is for one of -html -, -dot - and -json";
    return std::nullopt;
}

std::optional<int> read_show_options(Arguments args, ShowOptions& options, std::istream& in, std::ostream& out,
                                     std::ostream& err) {
    po::variables_map values;
    if (const auto over = read_options(args, described_options(), values, usage, out, err, "bin")) return over;
    if (const auto problem = read_values(values, options)) {
        err << *problem << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    const bool good = options.fen.empty() || for_each_fen({options.fen}, in, err, [&](const Root& root) {
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
        if (source_.bytes->failed()) return refuse(make_error(options_.book + ": cannot be read to its end"));
        done = write();
        return done ? exit_done : refuse(done.error());
    }

  private:
    struct Output {
        std::optional<io::OutputFile> file; // nothing: standard output
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
        shown_.chess960 =
            root.spelling.moves == chess::CastlingStyle::KingTakesRook || chess::is_of_chess960(shown_.start);
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

    // Before the book is walked: what cannot be written should be known now.
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
        const Branches branches({source_.opened, source_.quick, source_.weighted, store_, {}, source_.grown});
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
                             text::counted(source_.opened->count_positions(), "position") + "; -fen names another";
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
