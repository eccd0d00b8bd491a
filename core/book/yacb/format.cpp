// Defines the row of YACB in the table of formats.
#include "core/book/format.hpp"

#include "core/book/yacb/yacb.hpp"

#include <utility>

namespace polyglot::book {
namespace {

Result<OpenedBook> open(const BookBytes& file) {
    auto book = YacbBook::open(file.bytes);
    if (!book) return book.error();
    const std::uint64_t entries = book->size();
    return opened_as(*std::move(book), entries);
}

} // namespace

const FormatInfo yacb_format{.name = "YACB",
                             .file_name = "a YACB book",
                             .endings = " .yacb ",
                             .page = "docs/formats/yacb.md",
                             .recognises = [](std::span<const std::byte> head,
                                              std::uint64_t) { return YacbBook::is_yacb(head); },
                             .open = open,
                             .values = BookValues::Position,
                             .has_own_keys = true};

const FormatInfo& YacbBook::format() const {
    return yacb_format;
}

} // namespace polyglot::book
