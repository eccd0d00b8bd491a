// The lines of a book: what can come up when one side plays from it and the other plays anything. docs/info-book.md.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/book/walk/key_set.hpp"

#include <cstddef>
#include <cstdint>

namespace polyglot::tools {

using book::KeyFilter;
using book::KeySet;

struct Lines {
    std::uint64_t lines = 0;     // ways to leave the book, a known position ending a line as well
    std::uint64_t positions = 0; // different ones with this side to move, in which the book has a move
    std::uint64_t entries = 0;   // of these positions
    std::uint64_t illegal = 0;   // of these entries: their move is not legal
    std::uint64_t elsewhere = 0; // positions where this side comes only by leaving the book where it had a move
    std::uint64_t cut = 0;       // lines longer than any game
    bool readable = true;        // false: the file could not be read to the end
};

// From the start position. The filter holds all keys of the book. exact: elsewhere is counted too, which takes some 30
// times as long. Memory: a bit for each entry of the book and 8 to 22 bytes for each move of this side, never more than
// the book itself.
Lines walk_lines(const book::PolyglotBook& book, const KeyFilter& filter, chess::Color side, bool exact);

} // namespace polyglot::tools
