// Merges the common case of two books without a branch for each entry: docs/merge-book.md. Test:
// merge_pair_test.cpp.
#pragma once
#include <cstddef>
#include <span>

namespace polyglot::book {

struct PairMerge { // all in entries
    std::size_t from_first = 0, from_second = 0, written = 0;
    // Number of positions, and so of entries, that both books have.
    std::size_t shared() const { return from_first + from_second - written; }
};

// Merges two sorted stretches of entries as a PositionMerger that adds weights does, while every
// position has one entry in each book that knows it. Stops where a position has several entries,
// different moves in the two books or a sum that does not fit; at header text; at keys in disorder;
// and at the last entry of a stretch, which may not be the last of its position. The output must
// have room for both stretches.
PairMerge merge_single_entries(std::span<const std::byte> first, std::span<const std::byte> second,
                               std::span<std::byte> output);

} // namespace polyglot::book
