// What there is to know about a PolyGlot book, for `polyglot info-book`: docs/info-book.md says
// what each figure means.
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
    std::uint64_t entries = 0;      // with moves; header and end marker left out
    std::uint64_t positions = 0;    // different keys
    std::uint64_t most_entries = 0; // of one position
    std::uint64_t out_of_order = 0; // entries with a smaller key than the one before
    std::uint64_t repeated = 0;     // entries with the move of another one that stands with it
    std::uint64_t zero_weight = 0;  // entries that are never played
    std::uint64_t impossible = 0;   // entries whose squares no piece can move between
    std::uint16_t largest_weight = 0;
    // The comment and what else it says, on one line; empty: none
    std::string header;
    std::vector<std::string> warnings; // of PolyglotBook
    bool readable = true;              // false: the file could not be read to the end

    Lines white;
    Lines black;
    bool exact = false; // Lines::elsewhere was counted

    book::LearnEvidence learn;
    // As PolyGlot means the fields; zero when they mean something else.
    std::uint64_t learnt_results = 0;     // sum of the counts: results given to moves
    std::uint64_t learnt_half_points = 0; // sum of the half-points
    std::uint64_t games_as_white = 0;     // counted at White's first move from the start position
    std::uint64_t games_as_black = 0;     // at Black's
    std::uint64_t isolated() const;       // positions on no line, nor elsewhere
};

// Reads the book from end to end three times, once more if it is in no order, and then walks its
// lines. Memory: an eighth of the book's size, for a while half of it if it is in no order, and
// what walk_lines() takes.
BookInfo examine_book(const book::PolyglotBook& book, bool exact);

void print_text(const BookInfo& info, std::ostream& out);
// One object, one line
void print_json(const BookInfo& info, const BookContent& content, std::ostream& out);

} // namespace polyglot::tools
