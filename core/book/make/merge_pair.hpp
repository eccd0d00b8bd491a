// The usual positions of two books, joined without a branch for each: docs/merge-book.md.
#pragma once
#include <cstddef>
#include <span>

namespace polyglot::book {

struct PairMerge { // numbers of entries
    std::size_t from_first = 0, from_second = 0, written = 0;
    // Positions, and entries, of both books
    std::size_t shared() const { return from_first + from_second - written; }
};

// Merges two sorted stretches of entries, as PositionMerger does that adds weights, as long as
// every position has one entry in each book that knows it. It stops where a position has several
// entries, different moves in the two books or a sum that does not fit, at header text, keys in
// disorder and the last entry of a stretch, which may not be the last of its position. The output
// has room for both.
PairMerge merge_single_entries(std::span<const std::byte> first, std::span<const std::byte> second,
                               std::span<std::byte> output);

} // namespace polyglot::book
