// Finds a key among entries that are sorted, nearly sorted (in a few sorted runs, as when books
// were joined end to end), or in no order.
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

// Knows in which order the keys of a table are. tests/unit/core/book/reads_test.cpp checks how many
// reads a search takes.
class KeyOrder {
  public:
    // Assumes that the whole table is sorted, without reading any of it.
    static KeyOrder assume_sorted(const EntryTable& table);
    // Reads every key once. Up to max_runs sorted runs are remembered as such. A table in worse
    // order gets an index of all entries: 8 bytes of memory for each, half of the file's size.
    static KeyOrder examine(const EntryTable& table);
    static constexpr std::size_t max_runs = 64;

    // Makes a directory for a sorted table in memory that is asked very often: 4 bytes for every
    // four entries replace the search by one look-up. Has no effect on other tables.
    void make_directory(const EntryTable& table);

    bool sorted() const { return runs_.size() <= 1 && index_.empty(); }
    std::size_t run_count() const { return runs_.size(); } // 0 if there is an index of all entries

    // Returns the entries with this key (> 0) in file order; nullopt if the file can no longer be
    // read. Usually takes two or three reads of 2 KiB, since keys are hashes. For any keys it takes
    // at most 6 + log2(entries / 128) reads in each sorted run, and one more for every 128 entries
    // found.
    std::optional<std::vector<NumberedEntry>> find(const EntryTable& table,
                                                   std::uint64_t key) const;

  private:
    std::vector<Run> runs_;
    // Sorted. The upper half of an item is the upper half of an entry's key, the lower half is the
    // entry's number. 32 bits of a hash leave so few entries to compare that the rest of the key
    // need not be kept.
    std::vector<std::uint64_t> index_;
    // Maps the upper bits of a key to the number of its first entry; the last item is the end.
    // Empty if no directory was made.
    std::vector<std::uint32_t> directory_;
    unsigned directory_shift_ = 0;
};

} // namespace polyglot::book
