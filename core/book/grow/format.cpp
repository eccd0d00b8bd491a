// Defines the row of the stores of grow-book and rate-book in the table of formats.
// storage/stores/grow_db opens them.
#include "core/book/format.hpp"

#include "core/book/grow/grown_book.hpp" // declares grown_format as extern

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;

// Recognises the ids of the two commands at byte 68 of SQLite's header (docs/formats/grow-db.md).
bool recognises(std::span<const std::byte> head, std::uint64_t /*size*/) {
    constexpr std::size_t at = 68;
    const std::string_view start = as_text(head);
    return start.starts_with("SQLite format 3\0"sv) && start.size() >= at + 4 &&
           (start.substr(at, 4) == "PgGB" || start.substr(at, 4) == "PgRB");
}

} // namespace

const FormatInfo grown_format{.name = "grow-book store",
                              .file_name = "a store of polyglot grow-book or rate-book",
                              .endings = " .db ",
                              .page = "docs/formats/grow-db.md",
                              .recognises = recognises,
                              .is_played = false,
                              .values = BookValues::Moves};

} // namespace polyglot::book
