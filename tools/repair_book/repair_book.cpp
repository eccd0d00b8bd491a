// `polyglot repair-book` writes a copy of a book in PolyGlot's format without its faults. See
// docs/repair-book.md.
#include "core/book/learning.hpp"
#include "core/book/variants/book.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/books/writers/sorted_books.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/repair_book/mender.hpp"

#include <limits>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using book::RawEntry;

constexpr std::uint64_t between_looks = 65'536; // entries

struct RepairOptions {
    std::string book, out; // an empty `out` only shows the repairs
    const chess::Variant* variant = nullptr;
    std::vector<chess::Position> roots; // of chess
    std::vector<chess::VariantPosition> variant_roots;
};

std::optional<int> read_repair_options(Arguments args, RepairOptions& options, std::istream& in,
                                       std::ostream& out, std::ostream& err) {
    RootOptions where;
    OptionTable option("polyglot repair-book BOOK -out FILE [-fen FEN]... [-chess960] "
                       "[-variant NAME]");
    option("bin", "BOOK", options.book,
           "the book, in PolyGlot's format; the option's name may be left out")
        .takes_words();
    option("out", "FILE", options.out, "the repaired copy (default: show what would be repaired)");
    add_root_options(option, where);
    add_variant_option(option, options.variant, book_variant_help);
    return option.read(args, out, err, [&] {
        if (options.book.empty()) refuse("no book is named");
        if (const auto* const variant = variant_of_book(options.book, options.variant))
            options.variant_roots = read_variant_roots(*variant, where, in, err);
        else
            options.roots = read_roots(where, in, err);
    });
}

class RepairBook {
  public:
    RepairBook(const RepairOptions& options, std::ostream& out) : options_(options), out_(out) {}
    Result<void> run();
    bool stopped() const { return is_cancelled_(); }

  private:
    Result<void> scan(const book::ByteReader& bytes, const book::PolyglotBook& book);
    Result<void> mend(const book::PolyglotBook& book, Mender& mender);
    void write(const RawEntry& entry);
    void report(const book::PolyglotBook& book, const Mender& mender);

    const RepairOptions& options_;
    std::ostream& out_;
    const CancelFlag is_cancelled_;
    Repairs of_bytes_;
    std::uint64_t header_entries_ = 0;
    std::uint64_t entries_ = 0; // written
    std::optional<io::OutputFile> file_;
};

Error unreadable(const std::string& file) {
    return make_error(file + ": cannot be read to its end");
}

// Finds the faults that the bytes alone show.
Result<void> RepairBook::scan(const book::ByteReader& bytes, const book::PolyglotBook& book) {
    const book::EntryTable& table = book.entries();
    of_bytes_.trailing_bytes = bytes.size() - table.size() * book::entry_size;
    std::vector<std::byte> buffer(64U << 10U);
    book::EntryWindow window(table, buffer);
    std::uint64_t last = 0;
    bool in_header = true;
    for (std::uint64_t i = 0; i < table.size(); ++i) {
        if (!window.reach(i)) return unreadable(options_.book);
        const RawEntry entry = window[i];
        if (entry.key < std::exchange(last, entry.key)) ++of_bytes_.disorder;
        if (!book::is_special(entry)) {
            in_header = false;
        } else if (entry.key == book::end_marker_key) {
            ++of_bytes_.end_markers;
        } else if (!in_header) {
            ++of_bytes_.stray_header;
        } else {
            ++(book.header() ? header_entries_ : of_bytes_.broken_header);
        }
    }
    return {};
}

void RepairBook::write(const RawEntry& entry) {
    if (file_) write_entry(*file_, entry);
}

Result<void> RepairBook::mend(const book::PolyglotBook& book, Mender& mender) {
    for (std::uint64_t i = 0; i < header_entries_; ++i)
        write(book.entries()[i]);
    SortedBooks sorted;
    if (!sorted.add(book.entries())) return unreadable(options_.book);
    std::vector<RawEntry> position;
    const auto flush = [&] {
        if (position.empty()) return;
        for (const RawEntry& entry : mender.mend(position)) {
            write(entry);
            ++entries_;
        }
        position.clear();
    };
    std::uint64_t read = 0;
    for (book::BookEntry entry; sorted.next(entry); position.push_back(entry.entry)) {
        if (!position.empty() && position.front().key != entry.entry.key) flush();
        if (++read % between_looks == 0 && is_cancelled_()) return {};
    }
    flush();
    if (sorted.unreadable()) return unreadable(options_.book);
    return {};
}

void RepairBook::report(const book::PolyglotBook& book, const Mender& mender) {
    const auto line = [this](std::uint64_t count, const std::string& text) {
        if (count > 0) out_ << "  " << text << '\n';
    };
    const auto entries = [](std::uint64_t count) {
        return text::counted(count, "entry", "entries");
    };
    const Repairs& repairs = mender.repairs();
    line(of_bytes_.disorder, "sorted by key: " + entries(of_bytes_.disorder) +
                                 " had a smaller key than the one before");
    line(repairs.castling,
         text::counted(repairs.castling, "castling move") + " spelled as the king taking its rook");
    line(repairs.drops, text::counted(repairs.drops, "drop") + " spelled as its keys are");
    line(repairs.bit_15, "bit 15 cleared in " + text::counted(repairs.bit_15, "move"));
    line(repairs.joined,
         entries(repairs.joined) + " joined with an earlier entry of the same move");
    line(repairs.scaled,
         "weights scaled to 16 bits in " + text::counted(repairs.scaled, "position"));
    line(repairs.illegal, text::counted(repairs.illegal, "illegal move") + " deleted");
    line(repairs.impossible,
         text::counted(repairs.impossible, "move") + " that no piece can make deleted");
    line(of_bytes_.broken_header,
         entries(of_bytes_.broken_header) + " of key 0 that are not a header removed");
    line(of_bytes_.stray_header,
         entries(of_bytes_.stray_header) + " of key 0 after the first position removed");
    line(of_bytes_.end_markers, text::counted(of_bytes_.end_markers, "end marker") + " removed");
    line(of_bytes_.trailing_bytes,
         text::counted(of_bytes_.trailing_bytes, "byte") + " after the last entry removed");

    const LeftAlone& left = mender.left_alone();
    const auto& variant = mender.variant();
    const std::string why = variant ? variant->sentence() : std::string();
    const bool is_named = variant && variant->is_named();
    line(left.illegal, "left alone: " + text::counted(left.illegal, "move") +
                           " not legal by the rules of chess: " + why);
    line(left.castling, "left alone: " + text::counted(left.castling, "castling move") +
                            " in an old spelling: " + why);
    line(left.drops, "left alone: " + text::counted(left.drops, "drop") +
                         " of a piece that is in no pocket reached");
    const std::string elsewhere = options_.variant_roots.empty()
                                      ? "; -fen and -chess960 name other places"
                                      : "; -fen names other places";
    line(left.not_reached,
         "left alone: castling and legality in " + text::counted(left.not_reached, "position") +
             " that cannot be reached from where games begin" + (is_named ? "" : elsewhere));
    line(left.zero_weight,
         "left alone: " + entries(left.zero_weight) +
             " of weight 0, which are never played; edit-book changes or deletes them");
    const auto learn =
        book::judge_learn_fields(book.entries(), std::numeric_limits<std::uint64_t>::max());
    line(book::is_polyglot(learn.dialect) ? 0 : 1,
         "left alone: learn fields that are not results (" +
             std::string(book::name_of(learn.dialect)) +
             "); polyglot learn-book -bin BOOK -convert makes them PolyGlot's");
}

Result<void> RepairBook::run() {
    auto bytes = io::open_random_access_file(to_path(options_.book), io::Access::Random);
    if (!bytes) return bytes.error();
    const auto book = book::PolyglotBook::open(*bytes);
    if (!book)
        return make_error(options_.book + ": " + book.error().message +
                          "; convert-book rewrites books of other formats without their faults");
    if (!options_.out.empty()) {
        auto file = open_polyglot_output(to_path(options_.out));
        if (!file) return file.error();
        file_ = *std::move(file);
    }
    if (auto scanned = scan(**bytes, *book); !scanned) return scanned;
    const auto of_variant = book::open_variant(*book, options_.variant);
    if (!of_variant) return make_error(options_.book + ": " + of_variant.error().message);
    Mender mender(*book);
    const auto keep_on = [this] { return !is_cancelled_(); };
    if (*of_variant)
        mender.walk(**of_variant, options_.variant_roots, keep_on);
    else
        mender.walk(options_.roots, keep_on);
    if (is_cancelled_()) return {};
    if (auto mended = mend(*book, mender); !mended || is_cancelled_()) return mended;
    if (entries_ == 0)
        return make_error(options_.book + ": no entry would be left; nothing is written");
    if (file_)
        if (auto written = file_->commit(); !written) return written;
    const bool sound = mender.repairs() == Repairs() && of_bytes_ == Repairs();
    out_ << options_.book << ": "
         << (sound   ? "nothing to repair"
             : file_ ? "repaired"
                     : "would be repaired")
         << (file_ ? "; written to " + options_.out : std::string("; -out names a file to write"))
         << '\n';
    report(*book, mender);
    return {};
}

} // namespace

int run_repair_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    RepairOptions options;
    if (const auto over = read_repair_options(args, options, in, out, err)) return *over;
    RepairBook command(options, out);
    const Result<void> done = command.run();
    if (command.stopped()) {
        err << "repair-book: stopped, nothing is written\n";
        return exit_interrupted;
    }
    if (done) return exit_done;
    return fail(err, "repair-book: " + done.error().message);
}

} // namespace polyglot::tools
