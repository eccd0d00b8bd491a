// Sets of positions, represented by their keys: they take little memory and answer without reading
// a file.
#pragma once
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

// A Bloom filter of the keys of a book, two bytes for each entry. It rejects nearly all positions
// that are not in the book without a read. Each key sets four bits in one 64-bit word; keys are
// hashes, so their own bits select them.
class KeyFilter {
  public:
    explicit KeyFilter(std::uint64_t entries) : words_(static_cast<std::size_t>(entries / 4 + 1)) {}
    void add(std::uint64_t key) { words_[place(key)] |= mask(key); }
    // Loads the word of the key into the cache. Called about ten keys before may_contain(), it
    // avoids waiting for memory.
    void prefetch(std::uint64_t key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&words_[place(key)]);
#else
        static_cast<void>(key);
#endif
    }
    // False: the key was certainly not added. True for about 1 in 100 keys that were not.
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

// Returns those legal moves of the position after which the filter may contain the position.
chess::MoveList moves_into(const KeyFilter& filter, const chess::Position& position);

// A set of keys > 0, 8 bytes each, in a table that is at most three quarters full. (A node-based
// set takes five times as much.)
class KeySet {
  public:
    bool insert(std::uint64_t key);          // false if the key was in the set already
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
    std::size_t slot_of(std::uint64_t key) const; // the slot that has the key, or a free one

    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1024); // 0: free; a power of two
    std::size_t size_ = 0;
};

} // namespace polyglot::book
