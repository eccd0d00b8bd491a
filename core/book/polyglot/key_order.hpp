// Finding a key among entries that are sorted, nearly sorted (a few sorted runs, as when books were
// joined end to end), or in no order at all.
#pragma once
#include "core/book/entry_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace polyglot::book {

struct Run { // entries [begin, end) with ascending keys
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

struct NumberedEntry {
    std::uint64_t number = 0; // its place in the file: byte 16 * number
    RawEntry entry;
};

class KeyOrder {
  public:
    // Takes the whole table for sorted, without reading any of it.
    static KeyOrder assume_sorted(const EntryTable& table);
    // Reads every key once. Up to max_runs sorted runs are remembered as such; a table in worse
    // order gets an index of all entries: 8 bytes of memory for each, half of the file.
    static KeyOrder examine(const EntryTable& table);
    static constexpr std::size_t max_runs = 64;

    // For a sorted table in memory, asked very often: 4 bytes for every four entries, and one look
    // instead of a search. Without effect on others.
    void make_directory(const EntryTable& table);

    bool sorted() const { return runs_.size() <= 1 && index_.empty(); }
    std::size_t run_count() const { return runs_.size(); } // 0 when every entry had to be sorted

    // The entries with this key, in file order; nullopt if the file can no longer be read. key > 0.
    // Usually two or three reads of 2 KiB, since keys are hashes; for any keys at most 6 +
    // log2(entries / 128) in each sorted run, and one more for every 128 entries found.
    std::optional<std::vector<NumberedEntry>> find(const EntryTable& table,
                                                   std::uint64_t key) const;

  private:
    std::vector<Run> runs_;
    // Sorted. The upper half of an entry's key in the upper half, its number in the lower: 32 bits
    // of a hash leave so few entries to look at that the rest of the key need not be kept.
    std::vector<std::uint64_t> index_;
    // The number of the first entry by the upper bits of its key, and the end; empty if there is
    // none.
    std::vector<std::uint32_t> directory_;
    unsigned directory_shift_ = 0;
};

} // namespace polyglot::book
