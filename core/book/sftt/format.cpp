// Defines the row of SFTT in the table of formats.
#include "core/book/format.hpp"

#include "core/book/sftt/sftt.hpp"

#include <utility>

namespace polyglot::book {
namespace {

// Refuses play: the table has one move for a position, right or wrong, and Stockfish rewrites the
// file.
Result<OpenedBook> open(const BookBytes& file) {
    if (file.use == BookUse::Play)
        return make_error(
            "is a transposition table (SFTT): make a book of it with polyglot convert-book");
    auto table = SfttTable::open(*file.bytes);
    if (!table) return table.error();
    const std::uint64_t entries = table->count_positions();
    return opened_as(*std::move(table), entries);
}

} // namespace

const FormatInfo sftt_format{.name = "SFTT",
                             .file_name = "a transposition table (SFTT)",
                             .endings = " .sftt ",
                             .page = "docs/formats/sftt.md",
                             .recognises = [](std::span<const std::byte> head,
                                              std::uint64_t) { return SfttTable::is_sftt(head); },
                             .open = open,
                             .is_played = false,
                             .values = BookValues::Position,
                             .has_own_keys = true,
                             .lost = "generations and static evaluations",
                             .lost_of_header = "nodes and depth of the header"};

const FormatInfo& SfttTable::format() const {
    return sftt_format;
}

} // namespace polyglot::book
