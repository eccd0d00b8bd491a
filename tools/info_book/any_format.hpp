// Collects the figures of a book that is not PolyGlot's, for `polyglot info-book`.
#pragma once
#include "core/book/variants/book.hpp"
#include "storage/books/book_file.hpp"
#include "tools/info_book/content.hpp"

#include <array>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct AnyBookInfo {
    struct Side { // the side to move
        std::uint64_t positions = 0;
        std::uint64_t moves = 0;    // moves of the positions
        std::uint64_t playable = 0; // legal moves with a weight above 0
        std::uint64_t illegal = 0;
    };
    struct Values { // values of one type
        std::uint64_t count = 0;
        int lowest = 0, highest = 0; // in the type's unit
    };
    std::string format;
    book::Book::Facts facts; // the file's own statements
    std::uint64_t entries = 0;
    std::uint64_t positions = 0;
    // Counts the reached positions like `positions` and not once for each side to move.
    std::uint64_t stored_reached = 0;
    // The index is the colour; the figures are of the positions reached from where games begin.
    std::array<Side, 2> sides;
    std::map<book::Evaluation::Type, Values> values; // values of these positions
    std::vector<std::string> warnings;
    std::uint64_t reached() const { return sides[0].positions + sides[1].positions; }
};

// Walks through the book from the start position, from the positions that the file names, and from
// more_roots.
AnyBookInfo examine_any_book(const io::OpenedBook& opened,
                             const std::vector<chess::Position>& more_roots);
// Does the same for a book of a variant. An entry may belong to several positions with one key; its
// move counts as illegal if it is illegal in all of them.
AnyBookInfo examine_variant_book(const io::OpenedBook& opened, const book::VariantBook& book,
                                 const std::vector<chess::VariantPosition>& more_roots);

void print_text(const AnyBookInfo& info, std::ostream& out);
// Prints one object on one line.
void print_json(const AnyBookInfo& info, const BookContent& content, std::ostream& out);

} // namespace polyglot::tools
