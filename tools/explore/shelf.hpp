// Keeps the books that the explorer shows.
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

// Holds an opened book with its readers.
struct ShelvedBook {
    std::string name; // as on the command line
    ConvertSource source;
    std::unique_ptr<BookFinder> finder;
    std::unique_ptr<Branches> branches;
    std::optional<book::BookStamp> seen; // of the opened file
    // This is the reason why a newer file of that name is not shown; it is empty if there is none.
    std::string trouble;
};

class Shelf {
  public:
    // The results in `store` are shown instead of the books' own; it may be null.
    Shelf(int threshold_per_mil, std::shared_ptr<const book::LearnStore> store)
        : threshold_per_mil_(threshold_per_mil), store_(std::move(store)) {}

    // The error names the file.
    Result<void> add(const std::string& file);
    // Shows statistics next to the books. The error names the file.
    Result<void> add_statistics(const std::string& file);
    const Statistics* statistics() const { return statistics_ ? &*statistics_ : nullptr; }
    // Makes the first book editable. The error says why it cannot be edited.
    Result<void> edit_first();
    Editing* editing() { return editing_ ? &*editing_ : nullptr; }
    // Shows the first book with the changes of editing(); call it after each change.
    void show_edits();
    // Opens books again whose files have been replaced or changed. A book that cannot be opened any
    // more stays unchanged, as does one with unsaved edits.
    void reopen_changed();
    const std::vector<ShelvedBook>& books() const { return books_; }

  private:
    Result<ShelvedBook> open(const std::string& file) const;
    // now is the file's stamp, which is recorded even if the file cannot be opened.
    void reopen(ShelvedBook& book, const book::BookStamp& now) const;

    int threshold_per_mil_;
    std::shared_ptr<const book::LearnStore> store_;
    std::vector<ShelvedBook> books_;
    std::optional<Editing> editing_; // of the first book
    std::optional<Statistics> statistics_;
};

} // namespace polyglot::tools
