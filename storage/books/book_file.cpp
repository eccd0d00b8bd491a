#include "storage/books/book_file.hpp"

#include "core/book/arena/abk.hpp"
#include "core/book/chessbase/ctg.hpp"
#include "core/book/experience/experience.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/sftt/sftt.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/openings/starter.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

namespace polyglot::io {
namespace {

using Bytes = std::shared_ptr<const book::ByteReader>;

// The comment of a book may have several lines; a line of the log must not.
std::string summary_of(const book::Header& header) {
    std::string text = header.version;
    for (const std::string& variant : header.variants)
        text += ' ' + variant;
    if (!header.comment.empty()) text += ": " + header.comment;
    return text::without_controls(std::move(text));
}

std::string summary_of(const book::AbkHeader& header) {
    const bool both = !header.comment.empty() && !header.author.empty();
    return text::without_controls(header.comment + (both ? ", " : "") + header.author);
}

template <class B>
OpenedBook opened_as(B book, std::uint64_t entries) {
    OpenedBook opened;
    opened.format = book::name_of(book.format());
    opened.entries = entries;
    opened.warnings = book.warnings();
    opened.book = std::make_shared<const B>(std::move(book));
    return opened;
}

// Those that are neither of the header, which is in one piece at the beginning, nor the end marker.
std::uint64_t count_moves(const book::EntryTable& entries) {
    std::uint64_t end = entries.size();
    if (end > 0 && entries[end - 1].key == book::end_marker_key && book::is_special(entries[end - 1])) --end;
    std::uint64_t first = 0; // that is not of the header: found by halving, for there may be gigabytes of zeros
    for (std::uint64_t high = end; first < high;) {
        const std::uint64_t middle = first + (high - first) / 2;
        if (entries[middle].key == book::header_key)
            first = middle + 1;
        else
            high = middle;
    }
    return end - first;
}

Result<OpenedBook> open_polyglot(Bytes bytes, BookUse use) {
    constexpr auto any_size = std::numeric_limits<std::uint64_t>::max();
    auto book = book::PolyglotBook::open(std::move(bytes), use == BookUse::Play ? most_unsorted_bytes : any_size);
    if (!book) return book.error();
    if (use == BookUse::Walk) book->make_directory();
    const auto header = book->header();
    const bool sorted = book->sorted();
    const std::uint64_t entries = count_moves(book->entries());
    OpenedBook opened = opened_as(*std::move(book), entries);
    if (header) opened.header = summary_of(*header);
    opened.sorted = sorted;
    return opened;
}

Result<OpenedBook> open_arena(const book::ByteReader& bytes) {
    auto book = book::AbkBook::open(bytes);
    if (!book) return book.error();
    const book::AbkHeader header = book->header();
    OpenedBook opened = opened_as(*std::move(book), header.moves);
    opened.header = summary_of(header);
    return opened;
}

Result<OpenedBook> open_yacb(Bytes bytes) {
    auto book = book::YacbBook::open(std::move(bytes));
    if (!book) return book.error();
    const std::uint64_t entries = book->size();
    return opened_as(*std::move(book), entries);
}

Result<OpenedBook> open_sftt(const book::ByteReader& bytes) {
    auto table = book::SfttTable::open(bytes);
    if (!table) return table.error();
    const std::uint64_t entries = table->count_positions();
    return opened_as(*std::move(table), entries);
}

Result<OpenedBook> open_experience(const book::ByteReader& bytes, BookUse use) {
    if (use == BookUse::Play && bytes.size() > most_experience_bytes)
        return make_error("is too large for an experience file that is played from (over 256 MiB; two thirds of it are "
                          "kept in memory): make a PolyGlot book of it with polyglot convert-book");
    auto book = book::ExperienceBook::open(bytes);
    if (!book) return book.error();
    const std::uint64_t entries = book->count_moves();
    return opened_as(*std::move(book), entries);
}

// The file X.cto beside X.ctg; null if there is none.
Bytes open_table_beside(const std::string& name) {
    for (const char8_t* const extension : {u8".cto", u8".CTO"}) {
        auto path = to_path(name);
        if (auto file = open_random_access_file(path.replace_extension(extension))) return *std::move(file);
    }
    return nullptr;
}

// What may be played by default leaves out everything that its author has not coloured.
bool is_green_at_start(const book::CtgBook& book) {
    const auto found = book.look_up(chess::Position::start());
    return !found || found->moves.empty() ||
           std::any_of(found->moves.begin(), found->moves.end(),
                       [](const book::CtgMove& move) { return move.after && move.after->is_green(); });
}

Result<OpenedBook> open_ctg(Bytes bytes, const std::string& name, BookUse use) {
    const Bytes table = open_table_beside(name);
    auto book = book::CtgBook::open(std::move(bytes), table.get(),
                                    use == BookUse::Play ? most_scanned_ctg_bytes : book::CtgStore::any_size);
    if (!book) return book.error();
    const std::uint64_t entries =
        book->store().pages() > most_counted_ctg_pages ? book->store().header_count() : book->count_positions();
    const bool green = is_green_at_start(*book);
    OpenedBook opened = opened_as(*std::move(book), entries);
    if (table == nullptr) opened.warnings.emplace_back("there is no .cto file of this name: all pages were read");
    if (!green)
        opened.warnings.emplace_back("no move of the start position is green: only with CtgMoves = all is one played");
    return opened;
}

// As many of the bytes as could be read: size() is that of the file.
class HeldBytes final : public book::ByteReader {
  public:
    HeldBytes(std::vector<std::byte> bytes, std::uint64_t size) : bytes_(std::move(bytes)), size_(size) {}
    std::uint64_t size() const override { return size_; }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        return book::SpanReader(bytes_).read_at(offset, into);
    }
    std::span<const std::byte> held() const override {
        return bytes_.size() == size_ ? std::span<const std::byte>(bytes_) : std::span<const std::byte>();
    }

  private:
    std::vector<std::byte> bytes_;
    std::uint64_t size_;
};

Result<OpenedBook> open_by_content(Bytes bytes, const std::string& name, BookUse use) {
    if (use == BookUse::Walk) bytes = hold_in_memory(std::move(bytes));
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes->read_at(0, buffer));
    if (book::AbkBook::is_abk(head)) {
        if (use == BookUse::Play && bytes->size() > most_arena_bytes)
            return make_error(
                "is too large for an Arena book that is played from (over 64 MiB, which are kept in memory): "
                "make a PolyGlot book of it with polyglot convert-book");
        return open_arena(*bytes);
    }
    if (book::CtgBook::is_ctg(head)) return open_ctg(std::move(bytes), name, use);
    if (book::YacbBook::is_yacb(head)) return open_yacb(std::move(bytes));
    if (book::detect_experience(head, bytes->size())) return open_experience(*bytes, use);
    if (!book::SfttTable::is_sftt(head)) return open_polyglot(std::move(bytes), use);
    if (use == BookUse::Play)
        return make_error("is a transposition table (SFTT): make a book of it with polyglot convert-book");
    return open_sftt(*bytes);
}

} // namespace

Result<OpenedBook> open_book(Bytes bytes, const std::string& name, BookUse use) {
    // A tree of moves is held in memory, which a file that replaces a smaller one in a match may be too big for.
    const auto open = [&]() -> Result<OpenedBook> {
        try {
            return open_by_content(std::move(bytes), name, use);
        } catch (const std::bad_alloc&) {
            return make_error("there is not enough memory for this book");
        }
    };
    auto opened = open();
    if (!opened) return make_error(name + ": " + opened.error().message, opened.error().offset);
    return opened;
}

Bytes hold_in_memory(Bytes bytes) {
    const std::uint64_t size = bytes->size();
    if (size > most_walked_bytes || !bytes->held().empty()) return bytes;
    try {
        std::vector<std::byte> held(static_cast<std::size_t>(size));
        held.resize(bytes->read_at(0, held));
        return std::make_shared<const HeldBytes>(std::move(held), size);
    } catch (const std::bad_alloc&) {
        return bytes;
    }
}

std::filesystem::path book_path(const std::filesystem::path& folder, const std::string& name) {
    return name == openings::starter_name ? to_path(name) : folder / to_path(name);
}

bool is_starter(const std::filesystem::path& path) {
    return path == to_path(openings::starter_name);
}

Result<Bytes> open_book_bytes(const std::filesystem::path& path, Access access) {
    if (is_starter(path)) return openings::starter_book();
    auto file = open_random_access_file(path, access);
    if (!file) return file.error();
    return Bytes(*std::move(file));
}

Result<OpenedBook> open_book(const std::filesystem::path& path, BookUse use) {
    auto file = open_book_bytes(path);
    if (!file) return file.error();
    return open_book(*std::move(file), to_text(path), use);
}

} // namespace polyglot::io
