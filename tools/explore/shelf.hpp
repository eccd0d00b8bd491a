// The books that the explorer shows.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"
#include "storage/books/book_stamp.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/books/tree/branches.hpp"
#include "tools/explore/edit/editing.hpp"
#include "tools/explore/statistics.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

// One book, ready to be asked.
struct ShelvedBook {
    std::string name; // as it was given on the command line
    ConvertSource source;
    std::unique_ptr<BookFinder> finder;
    std::unique_ptr<Branches> branches;
    std::optional<book::BookStamp> seen; // of the file that was opened
    // Why a newer file of that name is not shown; empty if it is, or there is none
    std::string trouble;
};

class Shelf {
  public:
    // store: results that are shown instead of the books' own; may be null.
    Shelf(int threshold_per_mil, std::shared_ptr<const book::LearnStore> store)
        : threshold_per_mil_(threshold_per_mil), store_(std::move(store)) {}

    // The error names the file.
    Result<void> add(const std::string& file);
    // Shown beside the books. The error names the file.
    Result<void> add_statistics(const std::string& file);
    const Statistics* statistics() const { return statistics_ ? &*statistics_ : nullptr; }
    // The first book may be edited from now on. The error says why it cannot.
    Result<void> edit_first();
    Editing* editing() { return editing_ ? &*editing_ : nullptr; }
    // After a change of editing(): the first book is shown with it.
    void show_edits();
    // Opens those anew whose files have been replaced or changed. A book that can no longer be
    // opened stays as it was, and so does one with edits that are not saved.
    void reopen_changed();
    const std::vector<ShelvedBook>& books() const { return books_; }

  private:
    Result<ShelvedBook> open(const std::string& file) const;
    // now: what stands there, in case that it cannot be opened.
    void reopen(ShelvedBook& book, const book::BookStamp& now) const;

    int threshold_per_mil_;
    std::shared_ptr<const book::LearnStore> store_;
    std::vector<ShelvedBook> books_;
    std::optional<Editing> editing_; // of the first
    std::optional<Statistics> statistics_;
};

} // namespace polyglot::tools
