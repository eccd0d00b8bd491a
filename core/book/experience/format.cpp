// Defines the row of experience files in the table of formats.
#include "core/book/format.hpp"

#include "core/book/experience/experience.hpp"

#include <utility>

namespace polyglot::book {
namespace {

constexpr std::uint64_t most_played_bytes = 256U << 20U; // a player waits while the book is opened

Result<OpenedBook> open(const BookBytes& file) {
    if (file.use == BookUse::Play && file.bytes->size() > most_played_bytes)
        return make_error("is too large for an experience file that is played from (over 256 MiB; "
                          "two thirds of it are "
                          "kept in memory): make a PolyGlot book of it with polyglot convert-book");
    auto book = ExperienceBook::open(*file.bytes);
    if (!book) return book.error();
    const std::uint64_t entries = book->count_moves();
    return opened_as(*std::move(book), entries);
}

} // namespace

const FormatInfo experience_format{
    .name = "experience",
    .file_name = "an experience file",
    .endings = " .exp ",
    .page = "docs/formats/experience.md",
    .recognises = [](std::span<const std::byte> head,
                     std::uint64_t size) { return detect_experience(head, size).has_value(); },
    .open = open,
    .values = BookValues::Moves,
    .has_own_keys = true,
    .lost = "counts of learnt moves"};

const FormatInfo& ExperienceBook::format() const {
    return experience_format;
}

} // namespace polyglot::book
