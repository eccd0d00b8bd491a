// `polyglot merge-book` merges several books into one. See docs/merge-book.md.
#include "core/book/byte_reader.hpp"
#include "core/book/learning.hpp"
#include "core/book/make/merge_pair.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/variant_books.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/books/writers/sorted_books.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

struct MergeOptions {
    std::vector<std::string> in;
    std::string out = "out.bin";
    book::MergeRules rules;
    const chess::Variant* variant = nullptr; // null: of chess, or what the books name
    bool header = true;
};

struct MergeReport {
    std::uint64_t entries_read = 0, entries = 0, positions = 0;
    std::uint64_t shared = 0; // positions that several books contain
    std::uint64_t scaled = 0;
};

using book::MergeBy;
using book::MergeLearn;

std::optional<int> read_merge_options(Arguments args, MergeOptions& options, std::ostream& out,
                                      std::ostream& err) {
    std::optional<std::string> first, second;
    std::vector<double>& factors = options.rules.factors;
    OptionTable option("polyglot merge-book BOOK... [-out FILE] [OPTION]...");
    option("in1", "FILE", first, "the first book, in PolyGlot's format");
    option("in2", "FILE", second, "the second book");
    option("in", "FILE...", options.in,
           "any number of books, also without the option's name; with -in1 and -in2, further books")
        .takes_files();
    option("out", "FILE", options.out, "the book to write (default: out.bin)");
    option("by", "KIND",
           one_of(options.rules.by, {{"sum", MergeBy::Sum},
                                     {"max", MergeBy::Max},
                                     {"average", MergeBy::Average},
                                     {"priority", MergeBy::Priority}}),
           "weight of a move in a position that several books know: sum of its weights (default), "
           "max (the highest), "
           "average of its shares, or priority (only the first of these books counts)");
    option("factor", "X...", factors,
           "multiply the weights of each book, in the order of the books");
    option("learn", "KIND",
           one_of(options.rules.learn, {{"first", MergeLearn::First},
                                        {"sum", MergeLearn::Sum},
                                        {"none", MergeLearn::None}}),
           "learn fields to write: first (those of the first book with the move; default), sum or "
           "none");
    add_variant_option(option, options.variant, book_variant_help);
    option("no-header", "write no @PG@ header (default: join the headers of the books)")
        .sets(options.header, false);
    return option.read(args, out, err, [&] {
        if (second) options.in.insert(options.in.begin(), *second);
        if (first) options.in.insert(options.in.begin(), *first);
        if (options.in.empty()) refuse("no book is named");
        if (!factors.empty() && factors.size() != options.in.size())
            refuse("-factor takes a number for each book: " + std::to_string(options.in.size()));
        if (!std::ranges::all_of(factors, [](double x) { return x >= 1e-9 && x <= 1e9; }))
            refuse("-factor takes numbers above 0, up to 1e9");
    });
}

Result<book::PolyglotBook> open_input(const std::string& file) {
    auto bytes = io::open_book_bytes(to_path(file), io::Access::Sequential);
    if (!bytes) return bytes.error();
    auto book = book::PolyglotBook::open(*std::move(bytes));
    if (!book) return make_error(file + ": " + book.error().message);
    return book;
}

// Joins all variants and all comments of the books. Returns nullopt if no book has a header.
std::optional<book::Header> join_headers(const std::vector<book::PolyglotBook>& books) {
    std::optional<book::Header> joined;
    std::vector<std::string> comments;
    const auto add_new = [](std::vector<std::string>& all, const std::string& one) {
        if (!one.empty() && std::ranges::find(all, one) == all.end()) all.push_back(one);
    };
    for (const book::PolyglotBook& book : books) {
        if (!book.header()) continue;
        if (!joined) joined = book::Header{.version = "1.0", .variants = {}, .comment = {}};
        for (const std::string& variant : book.header()->variants)
            add_new(joined->variants, variant);
        add_new(comments, book.header()->comment);
    }
    constexpr std::size_t most_text = 16U << 10U; // half of the header size that readers accept
    for (const std::string& comment : comments)
        if (joined->comment.size() + comment.size() < most_text)
            joined->comment += (joined->comment.empty() ? "" : "\n") + comment;
    return joined;
}

// Returns whether a merge would leave the entries of this position unchanged.
bool is_in_order(std::span<const std::byte> entries) {
    constexpr std::size_t few = 16 * book::entry_size;
    if (entries.size() > few) return false;
    for (std::size_t at = book::entry_size; at < entries.size(); at += book::entry_size) {
        const book::RawEntry entry =
            book::decode_entry(entries.subspan(at).first<book::entry_size>());
        for (std::size_t before = 0; before < at; before += book::entry_size) {
            const book::RawEntry other =
                book::decode_entry(entries.subspan(before).first<book::entry_size>());
            if (other.move == entry.move || other.weight < entry.weight) return false;
        }
    }
    return true;
}

class PositionWriter {
  public:
    PositionWriter(const book::MergeRules& rules, io::OutputFile& file)
        : merger_(rules), file_(file) {}

    // Ends early if writing or reading fails.
    MergeReport write(SortedBooks& books) {
        std::vector<book::BookEntry> position;
        while (!file_.failed()) {
            if (merger_.only_adds() && add_pair(books)) continue;
            if (merger_.keeps_order()) {
                if (const auto entries = books.take_unshared(); !entries.empty()) {
                    add_unshared(entries);
                    continue;
                }
            }
            if (!books.next_position(position)) break;
            add(position);
        }
        flush();
        report_.scaled = merger_.scaled();
        return report_;
    }

  private:
    // Merges positions of the last two books as long as that is simple. Returns false if there are
    // none at this place.
    bool add_pair(SortedBooks& books) {
        const auto pair = books.show_pair();
        if (!pair) return false;
        const auto place = room_for(pair->first.size() + pair->second.size());
        const book::PairMerge merged = book::merge_single_entries(pair->first, pair->second, place);
        if (merged.written == 0) return false;
        filled_ += merged.written * book::entry_size;
        books.skip(merged.from_first, merged.from_second);
        report_.positions += merged.written;
        report_.shared += merged.shared();
        report_.entries += merged.written;
        report_.entries_read += merged.from_first + merged.from_second;
        return true;
    }

    void add(const std::vector<book::BookEntry>& position) {
        ++report_.positions;
        if (position.front().book != position.back().book) ++report_.shared;
        report_.entries_read += position.size();
        const std::vector<book::RawEntry>& merged = merger_.merge(position);
        report_.entries += merged.size();
        auto place = room_for(merged.size() * book::entry_size);
        for (const book::RawEntry& entry : merged) {
            book::encode_entry(entry, place.first<book::entry_size>());
            place = place.subspan(book::entry_size);
        }
        filled_ += merged.size() * book::entry_size;
    }

    // Adds positions of one book. Most of them need no change and are copied as bytes.
    void add_unshared(std::span<const std::byte> entries) {
        std::size_t copied = 0;
        const auto copy_until = [&](std::size_t end) {
            std::copy_n(entries.data() + copied, end - copied, room_for(end - copied).data());
            filled_ += end - copied;
            report_.entries += (end - copied) / book::entry_size;
            report_.entries_read += (end - copied) / book::entry_size;
            copied = end;
        };
        for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
            const std::uint64_t key = book::load64(entries.data() + begin);
            do {
                end += book::entry_size;
            } while (end < entries.size() && book::load64(entries.data() + end) == key);
            const auto position = entries.subspan(begin, end - begin);
            if (position.size() == book::entry_size || is_in_order(position)) {
                ++report_.positions;
                continue;
            }
            copy_until(begin);
            unordered_.clear();
            for (std::size_t at = begin; at < end; at += book::entry_size)
                unordered_.push_back(
                    {0, book::decode_entry(entries.subspan(at).first<book::entry_size>())});
            add(unordered_);
            copied = end;
        }
        copy_until(entries.size());
    }

    // Returns room for the next bytes of the book; the caller adds the used bytes to filled_.
    std::span<std::byte> room_for(std::size_t size) {
        if (bytes_.size() - filled_ < size) flush();
        if (bytes_.size() < size) bytes_.resize(size);
        return std::span(bytes_).subspan(filled_);
    }

    void flush() {
        file_.write(book::as_text(std::span(bytes_).first(filled_)));
        filled_ = 0;
    }

    book::PositionMerger merger_;
    io::OutputFile& file_;
    // The buffer is written directly, because the file does not copy data as large as its own
    // buffer.
    std::vector<std::byte> bytes_ = std::vector<std::byte>(std::size_t{512} << 10U);
    std::size_t filled_ = 0; // number of used bytes
    std::vector<book::BookEntry> unordered_;
    MergeReport report_;
};

// Learn fields with the meaning of other programs cannot be added.
Result<void> check_learn_fields(const MergeOptions& options,
                                const std::vector<book::PolyglotBook>& books) {
    if (options.rules.learn != MergeLearn::Sum) return {};
    constexpr std::uint64_t pages = 256;
    for (std::size_t i = 0; i < books.size(); ++i) {
        const book::LearnEvidence evidence = book::judge_learn_fields(books[i].entries(), pages);
        if (!book::is_polyglot(evidence.dialect))
            return make_error(options.in[i] + ": its learn fields are not results (" +
                              std::string(book::name_of(evidence.dialect)) +
                              "); -learn first or none");
    }
    return {};
}

// Returns nullopt if a book that was assumed to be sorted, because samples of it are, is not.
Result<std::optional<MergeReport>>
merge(const MergeOptions& options, const std::vector<book::PolyglotBook>& books, bool as_sorted) {
    SortedBooks entries;
    for (std::size_t i = 0; i < books.size(); ++i)
        if (!(as_sorted && books[i].sorted() ? entries.add_sorted(books[i].entries())
                                             : entries.add(books[i].entries())))
            return make_error(options.in[i] + ": cannot be read to its end");
    auto file = open_polyglot_output(to_path(options.out));
    if (!file) return file.error();
    if (const auto header = join_headers(books); header && options.header)
        file->write(book::encode_header(*header));
    const MergeReport report = PositionWriter(options.rules, *file).write(entries);
    if (entries.is_unsorted()) return std::optional<MergeReport>();
    if (const auto which = entries.unreadable())
        return make_error(options.in[*which] + ": cannot be read to its end");
    if (report.entries == 0)
        return make_error("the books hold no entry: " + options.out + " is not written");
    if (const auto written = file->commit(); !written) return written.error();
    return std::optional(report);
}

// Books whose samples are sorted are first merged as sorted ones, because reading a large book only
// to find out whether it is sorted takes half as long as merging it.
Result<MergeReport> merge(const MergeOptions& options, std::ostream& err) {
    std::vector<book::PolyglotBook> books;
    for (const std::string& in : options.in) {
        auto book = open_input(in);
        if (!book) return book.error();
        for (const std::string& warning : book->warnings())
            err << in << ": " << warning << '\n';
        books.push_back(*std::move(book));
    }
    std::vector<NamedBook> named;
    for (std::size_t i = 0; i < books.size(); ++i)
        named.push_back({options.in[i], &books[i]});
    if (const auto same = common_variant(named, options.variant); !same) return same.error();
    if (const auto fine = check_learn_fields(options, books); !fine) return fine.error();
    auto merged = merge(options, books, true);
    if (merged && !*merged) merged = merge(options, books, false);
    if (!merged) return merged.error();
    return **merged;
}

} // namespace

int run_merge_book(Arguments args, std::istream&, std::ostream& out, std::ostream& err) {
    MergeOptions options;
    if (const auto over = read_merge_options(args, options, out, err)) return *over;
    const Result<MergeReport> report = merge(options, err);
    if (!report) return fail(err, report.error().message);
    out << options.out << ": " << text::counted(report->positions, "position") << ", "
        << report->shared << " of them in several books; " << report->entries << " entries of "
        << report->entries_read;
    if (report->scaled > 0)
        out << "; weights scaled to 16 bits in " << text::counted(report->scaled, "position");
    out << '\n';
    return exit_done;
}

} // namespace polyglot::tools
