// Reads the entries of several books in one common order, whatever the order of each, for merging.
// tests/unit/tools/merge_book/merge_book_test.cpp shows it.
#pragma once
#include "core/book/entry_table.hpp"
#include "core/book/make/merge_position.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace polyglot::tools {

class SortedBooks {
  public:
    SortedBooks();
    ~SortedBooks();
    // Adds the next book; its number is the count of the books before it. Reads all keys once. A
    // book of at most max_runs sorted pieces is later read in key order, 64 KiB of each piece at a
    // time; a book in worse order is sorted in memory, which takes one and a half times its size.
    // Returns false if the book could not be read completely.
    bool add(const book::EntryTable& table);
    static constexpr std::size_t max_runs = 64;
    // Does the same for a book that is assumed to be sorted, so that it is not read twice;
    // is_unsorted() reports a wrong assumption.
    bool add_sorted(const book::EntryTable& table);

    // Reads the next entry, by ascending key, then by book, then in file order. Headers and end
    // markers are left out. Returns false at the end.
    bool next(book::BookEntry& entry);
    // Reads all entries of the next key, in the order of next(). Returns false at the end.
    bool next_position(std::vector<book::BookEntry>& entries);
    // Returns the entries of the next positions without copying them, as whole positions, if only
    // one run contains these keys and they have been read already. If the result is empty,
    // next_position() has to be called. It is valid until the next call of any function.
    std::span<const std::byte> take_unshared();

    // When two sorted books remain, returns the entries that have been read of each, the earlier
    // book first. The caller merges them and passes to skip() how many entries of each are done; at
    // least one entry of each must remain.
    struct Pair {
        std::span<const std::byte> first, second;
    };
    std::optional<Pair> show_pair() const;
    void skip(std::size_t of_first, std::size_t of_second);

    // Returns the number of the book whose read error ended the entries, or nullopt.
    std::optional<std::size_t> unreadable() const { return unreadable_; }
    // Returns whether the entries ended because a book that was assumed to be sorted is not. All
    // entries returned before are unusable then.
    bool is_unsorted() const { return unsorted_; }

  private:
    class Run;
    struct Head { // the next entry of a run
        std::uint64_t key = 0;
        std::size_t run = 0;
    };
    static bool is_later(const Head& a, const Head& b) {
        return a.key != b.key ? a.key > b.key : a.run > b.run;
    }
    bool start_run(std::size_t book, const book::EntryTable& table, std::uint64_t begin,
                   std::uint64_t end);
    std::pair<std::size_t, std::size_t> pair_runs() const;
    bool push_head(std::size_t run);
    bool advance_head();
    void sift_down();

    std::size_t books_ = 0;
    std::vector<std::unique_ptr<Run>> runs_;
    std::vector<Head> heads_; // a heap with the smallest on top
    std::optional<std::size_t> unreadable_;
    bool unsorted_ = false;
};

} // namespace polyglot::tools
