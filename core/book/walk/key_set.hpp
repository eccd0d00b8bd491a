// Which positions are known, by their keys: in little memory, and answered without reading a file.
#pragma once
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

// The keys of a book, two bytes for each entry: nearly all positions that are not in the book are
// known by this alone, without a read. A Bloom filter of four bits in one 64-bit word; keys are
// hashes, so their own bits do.
class KeyFilter {
  public:
    explicit KeyFilter(std::uint64_t entries) : words_(static_cast<std::size_t>(entries / 4 + 1)) {}
    void add(std::uint64_t key) { words_[place(key)] |= mask(key); }
    // Called some ten keys before may_contain(), it spares waiting for memory.
    void prefetch(std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&words_[place(key)]);
#else
        static_cast<void>(key);
#endif
    }
    // False: certainly not added. True for about 1 in 100 others.
    bool may_contain(std::uint64_t key) const {
        return (words_[place(key)] & mask(key)) == mask(key);
    }

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

// Of the legal moves of the position those after which the filter may have the position.
chess::MoveList moves_into(const KeyFilter& filter, const chess::Position& position);

// Keys of positions, 8 bytes in a table at most three quarters full. (A node-based set takes five
// times as much.)
class KeySet {
  public:
    bool insert(std::uint64_t key);          // false: was in already. key > 0
    void prefetch(std::uint64_t key) const { // as in KeyFilter
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[static_cast<std::size_t>(key) & (slots_.size() - 1)]);
#else
        static_cast<void>(key);
#endif
    }
    bool contains(std::uint64_t key) const {
        return slots_[slot_of(key)] == key;
    }

  private:
    std::size_t slot_of(std::uint64_t key) const; // where it is, or would be

    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1024); // 0: free; a power of two
    std::size_t size_ = 0;
};

} // namespace polyglot::book
