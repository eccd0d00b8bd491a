// Finding a key among entries that are sorted, nearly sorted (a few sorted runs, as when books were joined end to
// end), or in no order at all.
#pragma once
#include "core/book/entry_table.hpp"

#include <cstdint>
#include <vector>

namespace polyglot::book {

struct Run { // entries [begin, end) with ascending keys
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

class KeyOrder {
  public:
    // Takes the whole table for sorted, without reading any of it.
    static KeyOrder assume_sorted(const EntryTable& table);
    // Reads every key once (about 1 ms for 16 MB in memory). Up to max_runs sorted runs are remembered as such; a table
    // in worse order gets all entry numbers sorted by key: 4 bytes of memory per entry, a quarter of the file.
    static KeyOrder examine(const EntryTable& table);
    static constexpr std::size_t max_runs = 64;

    bool sorted() const { return runs_.size() <= 1 && by_key_.empty(); }
    std::size_t run_count() const { return runs_.size(); } // 0 when every entry had to be sorted

    // The numbers of the entries with this key, in file order. key > 0.
    std::vector<std::uint64_t> find(const EntryTable& table, std::uint64_t key) const;

  private:
    std::vector<Run> runs_;
    std::vector<std::uint32_t> by_key_;
};

} // namespace polyglot::book
