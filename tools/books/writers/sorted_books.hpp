// The entries of several books in one order, whatever theirs is: what merging needs.
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
    // The next book; its number is that of the books before it. Reads all keys once: of a book in
    // up to max_runs sorted pieces each is read in its order later, 64 KiB at a time; one in worse
    // order is sorted in memory, one and a half times its size. False: not all of it could be read.
    bool add(const book::EntryTable& table);
    static constexpr std::size_t max_runs = 64;
    // The same for a book that is taken for sorted, without reading all of it twice: see
    // is_unsorted().
    bool add_sorted(const book::EntryTable& table);

    // By ascending key, those of one key by book, those of one book in file order. Headers and end
    // markers are left out. False at the end.
    bool next(book::BookEntry& entry);
    // All entries of the next key, as next() gives them. False at the end.
    bool next_position(std::vector<book::BookEntry>& entries);
    // As far as the next positions stand in one run alone, and have been read: their entries as
    // they are, whole positions. Empty where next_position() has to be asked. Valid until the next
    // call of anything.
    std::span<const std::byte> take_unshared();

    // When two sorted books are left: what has been read of each, the earlier book first, for a
    // caller who merges them and says how many entries of each are done. At least one of each has
    // to remain.
    struct Pair {
        std::span<const std::byte> first, second;
    };
    std::optional<Pair> show_pair() const;
    void skip(std::size_t of_first, std::size_t of_second);

    // The number of the book that could not be read to its end, when the entries ended for that.
    std::optional<std::size_t> unreadable() const { return unreadable_; }
    // The entries ended since a book that was taken for sorted is not: what came before is worth
    // nothing.
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
    std::vector<Head> heads_; // a heap: the smallest is on top
    std::optional<std::size_t> unreadable_;
    bool unsorted_ = false;
};

} // namespace polyglot::tools
