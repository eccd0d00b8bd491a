// Collects the figures of a PolyGlot book for `polyglot info-book`. docs/info-book.md explains each
// figure. Test: info_book_test.cpp.
#pragma once
#include "core/book/learning.hpp"
#include "core/book/polyglot/book.hpp"
#include "tools/books/lines.hpp"
#include "tools/info_book/content.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace polyglot::tools {

struct BookInfo {
    std::uint64_t entries = 0;      // entries with moves, without header and end marker
    std::uint64_t positions = 0;    // different keys
    std::uint64_t most_entries = 0; // the greatest number for one position
    std::uint64_t out_of_order = 0; // entries with a smaller key than the one before
    std::uint64_t repeated = 0;     // entries that repeat the move of another entry of the position
    std::uint64_t zero_weight = 0;  // entries that are never played
    std::uint64_t impossible = 0;   // entries whose squares no piece can move between
    std::uint16_t largest_weight = 0;
    // The header's comment and other contents on one line; empty if there is none.
    std::string header;
    std::vector<std::string> warnings; // of PolyglotBook
    bool readable = true;              // false: the file could not be read to the end

    Lines white;
    Lines black;
    bool exact = false; // true if Lines::elsewhere was counted

    book::LearnEvidence learn;
    // The following are sums of the learn fields in PolyGlot's meaning; they are zero if the fields
    // mean something else.
    std::uint64_t learnt_results = 0;     // sum of the counts: results given to moves
    std::uint64_t learnt_half_points = 0; // sum of the half-points
    std::uint64_t games_as_white = 0;     // counted at White's first move from the start position
    std::uint64_t games_as_black = 0;     // at Black's
    std::uint64_t isolated() const; // positions that are neither on a line nor reached elsewhere
};

// Reads the book from end to end three times, and a fourth time if it is not sorted, and then walks
// its lines. The memory is an eighth of the book's size (half of it for a while if it is not
// sorted) plus that of walk_lines().
BookInfo examine_book(const book::PolyglotBook& book, bool exact);

void print_text(const BookInfo& info, std::ostream& out);
// Prints one object on one line.
void print_json(const BookInfo& info, const BookContent& content, std::ostream& out);

} // namespace polyglot::tools
