// The lines of a book: what can come up when one side plays from it and the other plays anything. docs/info-book.md.
#pragma once
#include "core/book/polyglot_book.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::tools {

// No line is longer: 8848 moves and a half, the longest game that the seventy-five-move rule lets anybody play (FIDE
// 9.6.2).
constexpr std::size_t longest_game_plies = 17'697;

// The keys of a book, two bytes for each entry: nearly all positions that are not in the book are known by this alone,
// without a read. A Bloom filter of four bits in one 64-bit word; keys are hashes, so their own bits do.
class KeyFilter {
  public:
    explicit KeyFilter(std::uint64_t entries) : words_(static_cast<std::size_t>(entries / 4 + 1)) {}
    void add(std::uint64_t key) { words_[place(key)] |= mask(key); }
    // False: certainly not added. True for about 1 in 100 others.
    bool may_contain(std::uint64_t key) const { return (words_[place(key)] & mask(key)) == mask(key); }

  private:
    std::size_t place(std::uint64_t key) const {
        return static_cast<std::size_t>(((key >> 32U) * words_.size()) >> 32U);
    }
    static std::uint64_t mask(std::uint64_t key) {
        std::uint64_t bits = 0;
        for (unsigned shift = 0; shift < 24; shift += 6)
            bits |= std::uint64_t{1} << (key >> shift & 63U);
        return bits;
    }

    std::vector<std::uint64_t> words_;
};

// Keys of positions, 8 bytes in a table at most three quarters full. (A node-based set takes five times as much.)
class KeySet {
  public:
    bool insert(std::uint64_t key); // false: was in already. key > 0

  private:
    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1024); // 0: free; a power of two
    std::size_t size_ = 0;
};

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
