// `polyglot rate-book` lets engines rate the moves of a book. See docs/rate-book.md.
#include "adapter/engine/launch_plan.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/make/stats_layout.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/book/variants/book.hpp"
#include "core/book/variants/walk.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/tree/variant_branches.hpp"
#include "tools/books/variant_books.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/command_messages.hpp"
#include "tools/growing/store_run.hpp"
#include "tools/rate_book/options.hpp"
#include "tools/rate_book/rated_output.hpp"
#include "tools/rate_book/rating_book.hpp"
#include "tools/rate_book/report.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

constexpr int exit_no_engine_left = 3;

// Tables and statistics of a variant are opened as books of PolyGlot's, too.
bool is_polyglot_file(const book::ByteReader& bytes) {
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes.read_at(0, buffer));
    return !book::is_stats(head) && !book::detect_text_format(head);
}

class RateBook {
  public:
    RateBook(const RateOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err), messages_(err, "rate-book") {}

    int run();

  private:
    Result<void> open_book();
    Result<void> follow_chess(const std::function<bool()>& keep_on);
    Result<void> follow_variant(const std::function<bool()>& keep_on);
    Result<void> try_outputs() const;
    Result<void> open_store();
    Result<void> search();
    bool write();
    Result<void> write_page(const RatingReport& report) const;
    bool only_reads() const { return options_.run.engines.empty() && options_.merges.empty(); }
    bool writes_arena_copy() const;
    // Messages must not mix with a report for programs.
    std::ostream& notes() { return options_.as_json || options_.html == "-" ? err_ : out_; }
    int fail(const Error& error);

    const RateOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    CommandMessages messages_;
    ConvertSource source_;
    std::optional<book::VariantBook> variant_book_;
    std::optional<BookReach> book_;
    std::unique_ptr<io::GrowDb> store_;
    std::optional<RatingBook> rating_;
    SearchRunEnd end_;
};

int RateBook::run() {
    Result<void> done = open_book();
    if (done) done = check_rated_output(options_, source_.opened->format());
    if (done) done = try_outputs();
    if (done) done = open_store();
    if (!done) return fail(done.error());
    if (!options_.run.engines.empty()) done = search();
    // What is known is reported and written in any case.
    const int searched = done ? exit_done : fail(done.error());
    print_engine_failure(end_, "rate-book", err_);
    if (!write()) return end_.engine_failure.empty() ? exit_bad_input : exit_no_engine_left;
    if (end_.interrupted) return exit_interrupted;
    if (!end_.engine_failure.empty()) return exit_no_engine_left;
    if (searched != exit_done) return searched;
    return end_.failed > 0 ? exit_bad_input : exit_done;
}

int RateBook::fail(const Error& error) {
    messages_.warn(error.message);
    return exit_bad_input;
}

Result<void> RateBook::open_book() {
    ConvertOptions options;
    options.from = options_.book;
    if (!options_.rules_of.variant)
        for (const GrowPosition& root : options_.roots)
            options.roots.push_back(*root.of_chess());
    auto source = open_source(options);
    if (!source) return source.error();
    source_ = *std::move(source);
    for (const std::string& warning : source_.warnings)
        err_ << options_.book << ": " << warning << '\n';
    const CancelFlag is_cancelled;
    const auto keep_on = [&is_cancelled] { return !is_cancelled(); };
    auto followed = options_.rules_of.variant ? follow_variant(keep_on) : follow_chess(keep_on);
    if (!followed) return followed;
    if (is_cancelled()) return make_error("stopped while " + options_.book + " was read");
    if (source_.bytes->failed()) return make_error(options_.book + ": cannot be read to its end");
    if (book_->positions().empty())
        return make_error(options_.book +
                          ": none of its positions can be reached; -fen says where to begin");
    if (book_->keyless() > 0)
        messages_.warn("left out: " + text::counted(book_->keyless(), "move") +
                       " after which an inner rook may castle, which the keys cannot tell");
    return {};
}

Result<void> RateBook::follow_chess(const std::function<bool()>& keep_on) {
    if (auto fits = check_is_chess({options_.book, source_.opened.get()}); !fits) return fits;
    const Branches branches({source_.opened, source_.quick, source_.weighted});
    const std::vector<GrowPosition> roots(source_.roots.begin(), source_.roots.end());
    book_.emplace(moves_of(branches), roots, keep_on);
    return {};
}

Result<void> RateBook::follow_variant(const std::function<bool()>& keep_on) {
    const chess::Variant* const variant = options_.rules_of.variant;
    const auto opened = book::open_variant(*source_.opened, variant);
    if (!opened) return make_error(options_.book + ": " + opened.error().message);
    variant_book_ = **opened;
    if (!options_.outputs.empty() && !is_polyglot_file(*source_.bytes))
        return make_error(options_.book +
                          ": -out writes a copy of a .bin; convert-book makes one of "
                          "this");
    const VariantBranches branches(*variant_book_, false);
    std::vector<GrowPosition> roots = options_.roots;
    if (roots.empty()) roots.push_back(GrowPosition::start(variant));
    book_.emplace(moves_of(branches), roots, keep_on);
    if (book_->is_whole()) return {};
    return make_error(options_.book + ": more than " + text::grouped(book::most_variant_positions) +
                      " positions can be reached, since a key of the book stands for many pockets");
}

// A night of searches must not end with a file that cannot be written, and a run that is refused
// for its outputs must not leave a new store. Therefore the store does not exist yet, but its name
// is taken.
Result<void> RateBook::try_outputs() const {
    const std::filesystem::path store = to_path(options_.store);
    if (only_reads())
        io::note_input(store);
    else
        io::note_output(store);
    auto tried = try_output_files(options_, source_.opened->format());
    if (!only_reads()) io::forget_output(store);
    return tried;
}

Result<void> RateBook::open_store() {
    // The engines' files must not be overwritten.
    for (const GrowEngine& engine : options_.run.engines)
        static_cast<void>(
            io::plan_launch(engine.engines.settings, std::filesystem::current_path()));
    constexpr auto owner = io::GrowDb::Owner::RateBook;
    using Access = io::GrowDb::Access;
    auto store =
        io::GrowDb::open(to_path(options_.store), only_reads() ? Access::Read : Access::Create,
                         owner, options_.rules_of.name());
    if (!store) return store.error();
    if (auto fits = check_variant(**store, options_.store, options_.rules_of); !fits) return fits;
    store_ = *std::move(store);
    for (const std::string& file : options_.merges) {
        const auto other = io::GrowDb::open(to_path(file), Access::Read, owner);
        if (!other) return other.error();
        if (auto merged = store_->merge(**other); !merged) return merged;
    }
    rating_.emplace(*store_, book::GrowRules{}, draw_owner(), seconds_since_1970);
    return only_reads() ? rating_->refresh() : rating_->begin(*store_, *book_, options_.min_reach);
}

Result<void> RateBook::search() {
    const SearchRunEvents events{
        .on_progress = [this](const std::string& line) { messages_.show(line); },
        .on_warning = [this](const std::string& message) { messages_.warn(message); }};
    auto run = run_on_store(*store_, options_.store, *rating_, options_.run, events);
    messages_.clear();
    end_ = std::move(run.end);
    if (!run.done) return run.done;
    std::ostream& out = notes();
    out << options_.store << ": " << text::counted(end_.searched, "search", "searches");
    if (end_.failed > 0) out << " (" << text::grouped(end_.failed) << " failed)";
    out << '\n';
    print_engines(end_, out);
    if (end_.interrupted) out << "  interrupted; the same command goes on\n";
    return {};
}

Result<void> RateBook::write_page(const RatingReport& report) const {
    auto file = io::OutputFile::open(to_path(options_.html));
    if (!file) return file.error();
    file->write(format_report_html(report));
    return file->commit();
}

bool RateBook::writes_arena_copy() const {
    const book::FormatInfo& format = source_.opened->format();
    return std::ranges::any_of(options_.outputs, [&](const auto& output) {
        return output.second == BookTarget::Arena && is_edited_copy(format, output.second);
    });
}

// Returns false if a file could not be written. The others are written all the same.
bool RateBook::write() {
    RatingReport report{.book = options_.book,
                        .store = options_.store,
                        .reach = *book_,
                        .graph = rating_->graph(),
                        .ratings = rate_moves(*book_, rating_->graph())};
    if (writes_arena_copy()) report.arena = source_.opened.get();
    report.worst = dearest(report.ratings, 0);
    if (options_.top > 0 && report.worst.size() > options_.top) {
        report.not_shown = report.worst.size() - options_.top;
        report.worst.resize(options_.top);
    }
    if (!options_.outputs.empty())
        report.changes =
            variant_book_ ? find_changes(*book_, report.ratings, options_.changes, *variant_book_)
                          : find_changes(*book_, report.ratings, options_.changes);
    if (options_.as_json)
        out_ << format_report_json(report);
    else if (options_.html == "-")
        out_ << format_report_html(report);
    else
        print_report(report, out_);
    bool all_written = true;
    const auto note = [&](const Result<void>& written) {
        if (!written) messages_.warn(written.error().message);
        all_written = all_written && written.has_value();
    };
    if (!options_.html.empty() && options_.html != "-") note(write_page(report));
    if (!report.changes.empty()) {
        notes() << "\nchanges:\n";
        print_changes(report, options_.top, notes());
    }
    const CancelFlag is_cancelled;
    for (const auto& output : options_.outputs)
        note(write_rated_book(
            options_, report, source_.opened->format(), output,
            [&is_cancelled] { return !is_cancelled(); }, notes(), err_));
    return all_written;
}

} // namespace

int run_rate_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto read = read_rate_options(args, in, out, err);
    if (const int* const over = std::get_if<int>(&read)) return *over;
    return RateBook(std::get<RateOptions>(read), out, err).run();
}

} // namespace polyglot::tools
