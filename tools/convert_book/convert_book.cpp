// `polyglot convert-book` converts a book to another format. See docs/convert-book.md.
#include "core/book/walk/walk.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/convert_book/copy.hpp"
#include "tools/convert_book/options.hpp"
#include "tools/convert_book/report.hpp"
#include "tools/convert_book/variant.hpp"

#include <optional>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

class ConvertBook {
  public:
    ConvertBook(ConvertCommand options, std::ostream& out, std::ostream& err)
        : options_(std::move(options)), out_(out), err_(err) {}

    int run();

  private:
    Result<void> convert();
    Result<void> convert_chess();
    Result<void> open_output();
    Result<void> copy();
    void walk();
    void take_places();
    void write(std::string_view bytes);
    bool keep_on() const { return !is_cancelled_() && !failed(); }
    bool failed() const { return file_ ? file_->failed() : !out_; }
    Result<void> close_output();

    const ConvertCommand options_;
    std::ostream& out_;
    std::ostream& err_;
    const CancelFlag is_cancelled_;
    ConvertSource source_;
    std::optional<book::VariantBook> variant_; // nullopt: of chess
    VariantReport variant_report_;
    std::optional<io::OutputFile> file_; // nullopt: standard output
    ConvertReport report_;
};

int ConvertBook::run() {
    const Result<void> done = convert();
    if (is_cancelled_()) {
        err_ << "convert-book: stopped, nothing is written\n";
        return exit_interrupted;
    }
    if (!done) return fail(err_, "convert-book: " + done.error().message);
    if (!out_.flush()) return exit_bad_input; // flush_output() reports the failure
    std::ostream& to = file_ ? out_ : err_;
    if (variant_)
        write_report(options_, *variant_, variant_report_, to);
    else
        write_report(options_, source_, report_, to);
    return exit_done;
}

Result<void> ConvertBook::convert() {
    auto source = open_source(options_);
    if (!source) return source.error();
    source_ = *std::move(source);
    for (const std::string& warning : source_.warnings)
        err_ << options_.from << ": " << warning << '\n';
    auto of_variant = book::open_variant(*source_.opened, options_.variant);
    if (!of_variant) return make_error(options_.from + ": " + of_variant.error().message);
    variant_ = *std::move(of_variant);
    if (auto opened = open_output(); !opened) return opened;
    if (!variant_) return convert_chess();
    const auto report = tools::convert_variant(
        options_, source_, *variant_, [this](std::string_view bytes) { write(bytes); },
        [this] { return keep_on(); });
    if (!report) return report.error();
    variant_report_ = *report;
    if (is_cancelled_()) return {};
    if (source_.bytes->failed()) return make_error(options_.from + ": cannot be read to its end");
    if (report->entries == 0)
        return make_error(options_.from + ": nothing of it can be reached from where the walk "
                                          "begins");
    return close_output();
}

Result<void> ConvertBook::convert_chess() {
    if (is_copy(options_, source_)) {
        if (auto copied = copy(); !copied) return copied;
        if (report_.written.positions == 0 && !is_cancelled_() && !failed())
            return make_error(options_.from + ": holds no entry; " + options_.to +
                              " is not written");
    } else {
        if (takes_places(options_, source_)) {
            take_places();
        } else {
            walk();
        }
        if (is_cancelled_()) return {};
        if (source_.bytes->failed())
            return make_error(options_.from + ": cannot be read to its end");
        if (is_experience(options_.target) && report_.written.entries == 0 && !failed())
            return make_error(
                options_.from +
                ": no move with a value can be reached; an experience file has no place "
                "for others");
        if (report_.written.positions == 0 && report_.written.by_key == 0 && !failed())
            return make_error(options_.from + ": nothing of it can be reached from " +
                              (options_.target == BookTarget::Arena
                                   ? "the start position, where an Arena book begins"
                               : options_.roots.empty() ? "the start position; -fen names others"
                                                        : "these positions"));
    }
    return is_cancelled_() ? Result<void>() : close_output();
}

// The output is opened before anything is read, so that an output that cannot be written is
// reported now.
Result<void> ConvertBook::open_output() {
    if (options_.to == "-") return {};
    auto file = io::OutputFile::open(to_path(options_.to));
    if (!file) return file.error();
    file_ = *std::move(file);
    return {};
}

void ConvertBook::write(std::string_view bytes) {
    if (file_) {
        file_->write(bytes);
    } else {
        out_ << bytes;
    }
}

Result<void> ConvertBook::copy() {
    return copy_book(
        options_, source_, [this](std::string_view bytes) { write(bytes); },
        [this] { return keep_on(); }, report_);
}

// Writes all positions of a table, reachable or not, if the format does not need lines.
void ConvertBook::take_places() {
    const auto writer =
        make_writer(options_, source_, [this](std::string_view bytes) { write(bytes); });
    for (const TableBook::Place& place : source_.table->places()) {
        if (!keep_on()) return;
        const std::vector<book::Entry> entries = place.entries();
        report_.source.add(entries);
        writer->take({source_.roots.front(), {}, place.position, entries, place.ply, &place});
    }
    writer->finish();
    report_.written = writer->counts();
}

void ConvertBook::walk() {
    // A book of values has one move for each position, and YACB cannot store more.
    const bool own_moves = options_.target == BookTarget::Yacb || is_experience(options_.target);
    const book::Book& book = own_moves ? *source_.quick : *source_.weighted;
    const auto writer =
        make_writer(options_, source_, [this](std::string_view bytes) { write(bytes); });
    const book::Walked walked =
        book::walk(book, source_.roots, {.keep_on = [this] { return keep_on(); }},
                   [&](const chess::Position& root, std::span<const chess::Move> line,
                       const chess::Position& position, const std::vector<book::Entry>& entries) {
                       report_.source.add(entries);
                       writer->take({root, line, position, entries, line.size()});
                       return keep_on();
                   });
    const std::uint64_t all = source_.opened->count_positions();
    report_.unreached = all > walked.stored ? all - walked.stored : 0;
    report_.too_long = walked.too_long;
    if (!keep_on()) return;
    writer->finish();
    report_.written = writer->counts();
}

Result<void> ConvertBook::close_output() {
    return file_ ? file_->commit() : Result<void>();
}

} // namespace

std::unique_ptr<BookWriter> make_writer(const ConvertOptions& options, const ConvertSource& source,
                                        BookWriter::Write write) {
    switch (options.target) {
    case BookTarget::PolyGlot: return make_polyglot_writer(options, source, std::move(write));
    case BookTarget::Arena: return make_arena_writer(options, source, std::move(write));
    case BookTarget::Yacb: return make_yacb_writer(source, std::move(write));
    case BookTarget::Experience:
    case BookTarget::BrainLearn: return make_experience_writer(options, source, std::move(write));
    case BookTarget::Csv: return make_csv_writer(options, source, std::move(write));
    case BookTarget::Json: return make_json_writer(options, source, std::move(write));
    case BookTarget::Pgn: return make_pgn_writer(options, std::move(write));
    }
    return nullptr;
}

int run_convert_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    auto options = read_convert_options(args, in, out, err);
    if (const int* status = std::get_if<int>(&options)) return *status;
    return ConvertBook(std::move(std::get<ConvertCommand>(options)), out, err).run();
}

} // namespace polyglot::tools
