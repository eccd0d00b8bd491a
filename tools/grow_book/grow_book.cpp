// `polyglot grow-book` lets engines grow a book. See docs/grow-book.md.
#include "adapter/engine/launch_plan.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/whole_path.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/command_messages.hpp"
#include "tools/grow_book/growing.hpp"
#include "tools/grow_book/options.hpp"
#include "tools/grow_book/seeds.hpp"
#include "tools/growing/export.hpp"
#include "tools/growing/store_run.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

constexpr int exit_no_engine = 3;

class GrowBook {
  public:
    GrowBook(const GrowOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err), messages_(err, "grow-book") {}

    int run();

  private:
    Result<void> open();
    Result<void> begin();
    Result<void> try_outputs() const;
    void remove_new_store();
    Result<void> search();
    void report();
    Result<void> write_books();
    bool only_reads() const {
        return options_.run.engines.empty() && options_.merges.empty() && options_.seeds.empty();
    }
    int fail(const Error& error);

    const GrowOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    CommandMessages messages_;
    bool is_new_ = false; // the store
    std::unique_ptr<io::GrowDb> store_;
    std::optional<GrowingBook> growing_;
    SearchRunEnd end_;
};

int GrowBook::run() {
    Result<void> done = open();
    if (done) done = begin();
    if (done) done = try_outputs();
    if (!done) {
        remove_new_store();
        return fail(done.error());
    }
    if (!options_.run.engines.empty()) done = search();
    // The book of the known positions is written in any case.
    const int searched = done ? exit_done : fail(done.error());
    print_engine_failure(end_, "grow-book", err_);
    if (auto written = write_books(); !written) {
        const int status = fail(written.error());
        // The engine's failure is the reason why the book has no move yet.
        return end_.engine_failure.empty() ? status : exit_no_engine;
    }
    if (end_.interrupted) return exit_interrupted;
    if (!end_.engine_failure.empty()) return exit_no_engine;
    if (searched != exit_done) return searched;
    return end_.failed > 0 ? exit_bad_input : exit_done;
}

int GrowBook::fail(const Error& error) {
    messages_.warn(error.message);
    return exit_bad_input;
}

Result<void> GrowBook::open() {
    // The engines' files must not be overwritten.
    for (const GrowEngine& engine : options_.run.engines)
        static_cast<void>(
            io::plan_launch(engine.engines.settings, std::filesystem::current_path()));
    std::error_code unknown;
    is_new_ = !std::filesystem::exists(io::resolved_path(to_path(options_.store)), unknown);
    auto store =
        io::GrowDb::open(to_path(options_.store),
                         only_reads() ? io::GrowDb::Access::Read : io::GrowDb::Access::Create,
                         io::GrowDb::Owner::GrowBook, options_.rules_of.name());
    if (!store) return store.error();
    if (auto fits = check_variant(**store, options_.store, options_.rules_of); !fits) return fits;
    store_ = *std::move(store);
    growing_.emplace(*store_, options_.rules, draw_owner(), seconds_since_1970);
    return options_.learn.empty() ? Result<void>() : growing_->learn(options_.learn);
}

// Reads other stores, books and roots; the default root is the start position.
Result<void> GrowBook::begin() {
    for (const std::string& file : options_.merges) {
        const auto other = io::GrowDb::open(to_path(file), io::GrowDb::Access::Read);
        if (!other) return other.error();
        if (auto merged = store_->merge(**other); !merged) return merged;
    }
    std::vector<GrowPosition> roots = options_.roots;
    if (!options_.seeds.empty()) {
        const CancelFlag is_cancelled;
        for (const std::string& book : options_.seeds) {
            const auto keep_on = [&is_cancelled] { return !is_cancelled(); };
            const auto seeded = is_of_games(book)
                                    ? seed_store_from_games(*store_, book, options_.game_plies,
                                                            options_.roots, keep_on)
                                    : seed_store(*store_, book, options_.roots, keep_on);
            if (!seeded) return seeded.error();
            if (!seeded->warning.empty()) messages_.warn(seeded->warning);
            roots.insert(roots.end(), seeded->roots.begin(), seeded->roots.end());
            if (is_cancelled()) return make_error("stopped while " + book + " was read");
        }
    }
    if (auto loaded = growing_->refresh(); !loaded) return loaded;
    if (roots.empty() && growing_->roots().empty() && !only_reads())
        roots.push_back(GrowPosition::start(growing_->variant()));
    if (!roots.empty() && !only_reads())
        if (auto added = growing_->add_roots(roots); !added) return added;
    growing_->match_results();
    return {};
}

// A first run that fails before it searches leaves no store, which might be of the wrong rules or
// have a part of a book. What another process has searched there meanwhile stays; so does a store
// into which -merge has brought searches, which cannot be told from those.
void GrowBook::remove_new_store() {
    if (!is_new_ || !store_) return;
    bool is_searched = false;
    const auto visited =
        store_->visit(0, [&](const io::GrowRow& row, const std::vector<io::GrowLink>&) {
            is_searched = is_searched || row.state == io::GrowRow::State::Answered;
            return Result<void>();
        });
    const auto claims = store_->claimed(seconds_since_1970());
    if (!visited || is_searched || !claims || !claims->empty()) return;
    growing_.reset();
    store_.reset();
    std::error_code ignored;
    std::filesystem::remove(io::resolved_path(to_path(options_.store)), ignored);
}

// The check avoids a night of searches that ends with a file that cannot be written.
Result<void> GrowBook::try_outputs() const {
    for (const auto& book : options_.books)
        if (auto file = io::OutputFile::open(to_path(book.first)); !file) return file.error();
    return {};
}

Result<void> GrowBook::search() {
    const SearchRunEvents events{
        .on_progress = [this](const std::string& line) { messages_.show(line); },
        .on_warning = [this](const std::string& message) { messages_.warn(message); }};
    auto run = run_on_store(*store_, options_.store, *growing_, options_.run, events);
    messages_.clear();
    end_ = std::move(run.end);
    if (run.done) report();
    return run.done;
}

void GrowBook::report() {
    const book::GrowGraph& graph = growing_->graph();
    out_ << options_.store << ": " << text::counted(end_.searched, "search", "searches");
    if (end_.failed > 0) out_ << " (" << text::grouped(end_.failed) << " failed)";
    out_ << ", now " << text::counted(graph.size(), "position") << " and "
         << text::counted(graph.move_count(), "move") << '\n';
    print_engines(end_, out_);
    for (const GrowPosition& root : growing_->roots()) {
        if (growing_->roots().size() > 1) break; // 960 lines would not be useful
        out_ << "  value for White: " << graph.value_for_white(*graph.find(root.key())) << '\n';
    }
    if (!options_.learn.empty()) {
        const auto counts = graph.count_results();
        out_ << "  " << options_.learn << ": results of " << text::counted(counts.moves, "move")
             << " of the book, " << text::grouped(counts.worse)
             << " worse than their values promise\n";
    }
    if (end_.complete)
        out_ << "  nothing within -width " << options_.rules.width_cp
             << " is left to be searched\n";
    if (end_.interrupted) out_ << "  interrupted; the same command goes on\n";
}

Result<void> GrowBook::write_books() {
    const auto tell = [this](const std::string& file, const auto& counts) {
        out_ << file << ": " << text::counted(counts.positions, "position") << ", "
             << text::counted(counts.entries, "entry", "entries") << '\n';
    };
    for (const auto& [file, target] : options_.books) {
        if (growing_->variant()) {
            const auto counts =
                write_grown_variant(growing_->graph(), growing_->roots(), options_.grown(),
                                    options_.rules_of.keys, options_.store, file);
            if (!counts) return counts.error();
            tell(file, *counts);
            if (counts->without_code > 0)
                out_ << "  left out: " << text::counted(counts->without_code, "move")
                     << " that XBoard's books cannot have\n";
            continue;
        }
        std::vector<chess::Position> roots;
        for (const GrowPosition& root : growing_->roots())
            roots.push_back(*root.of_chess());
        const auto counts = write_grown_book(growing_->graph(), roots, options_.grown(),
                                             options_.store, file, target);
        if (!counts) return counts.error();
        tell(file, *counts);
    }
    return {};
}

} // namespace

int run_grow_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto read = read_grow_options(args, in, out, err);
    if (const int* const over = std::get_if<int>(&read)) return *over;
    return GrowBook(std::get<GrowOptions>(read), out, err).run();
}

} // namespace polyglot::tools
