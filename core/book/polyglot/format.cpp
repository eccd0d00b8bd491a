// Defines the row of PolyGlot in the table of formats.
#include "core/book/format.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/text/text.hpp"

#include <limits>
#include <utility>

namespace polyglot::book {
namespace {

// Returns the header on one line for the log; its comment may have several lines.
std::string summary_of(const Header& header) {
    std::string text = header.version;
    for (const std::string& variant : header.variants)
        text += ' ' + variant;
    if (!header.comment.empty()) text += ": " + header.comment;
    return text::without_controls(std::move(text));
}

// Counts the entries without the header, which is one block at the beginning, and the end marker.
std::uint64_t count_moves(const EntryTable& entries) {
    std::uint64_t end = entries.size();
    if (end > 0 && entries[end - 1].key == end_marker_key && is_special(entries[end - 1])) --end;
    // Bisection finds the end of the header quickly, even in a file with gigabytes of zeros.
    std::uint64_t first = 0;
    for (std::uint64_t high = end; first < high;) {
        const std::uint64_t middle = first + (high - first) / 2;
        if (entries[middle].key == header_key)
            first = middle + 1;
        else
            high = middle;
    }
    return end - first;
}

Result<OpenedBook> open(const BookBytes& file) {
    constexpr auto any_size = std::numeric_limits<std::uint64_t>::max();
    auto book = PolyglotBook::open(
        file.bytes, file.use == BookUse::Play ? PolyglotBook::full_check_limit : any_size);
    if (!book) return book.error();
    if (file.use == BookUse::Walk) book->make_directory();
    const auto header = book->header();
    const bool sorted = book->sorted();
    const std::uint64_t entries = count_moves(book->entries());
    OpenedBook opened = opened_as(*std::move(book), entries);
    if (header) opened.header = summary_of(*header);
    opened.sorted = sorted;
    return opened;
}

} // namespace

const FormatInfo polyglot_format{.name = "PolyGlot",
                                 .file_name = "a PolyGlot book",
                                 .endings = " .bin ",
                                 .page = "docs/formats/polyglot-bin.md",
                                 .open = open};

} // namespace polyglot::book
