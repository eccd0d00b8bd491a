// Counts the lines of a book: the games that are possible if one side plays book moves and the
// other side plays any legal move. See docs/info-book.md.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/book/walk/key_set.hpp"

#include <cstddef>
#include <cstdint>

namespace polyglot::tools {

using book::KeyFilter;
using book::KeySet;

struct Lines {
    // Each line ends where the book has no further move, or at a position already visited.
    std::uint64_t lines = 0;
    std::uint64_t positions = 0; // distinct positions with this side to move and a book move
    std::uint64_t entries = 0;   // the book entries of these positions
    std::uint64_t illegal = 0;   // those of these entries whose move is not legal
    // The book positions that are reached only if this side deviates from the book earlier.
    std::uint64_t elsewhere = 0;
    std::uint64_t too_long = 0; // lines longer than any game, without their continuations
    bool readable = true;       // false: the file could not be read to the end
};

// Walks all lines from the start position. The filter must hold all keys of the book. If `exact` is
// true, Lines::elsewhere is counted too, which takes about 30 times as long. The memory is one bit
// for each entry of the book and 8 to 22 bytes for each move of this side, and never exceeds the
// size of the book.
Lines walk_lines(const book::PolyglotBook& book, const KeyFilter& filter, chess::Color side,
                 bool exact);

} // namespace polyglot::tools
