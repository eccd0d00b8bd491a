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
#include "tools/explore/variants/variant_readers.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {

// Holds an opened book with its readers.
struct ExploredBook {
    std::string name; // as on the command line
    ConvertSource source;
    // The readers of a book of chess; null for a variant.
    std::unique_ptr<BookFinder> finder;
    std::unique_ptr<Branches> branches;
    std::optional<VariantReaders> of_variant;
    std::optional<book::BookStamp> seen; // of the opened file
    bool is_gone = false;                // the file was deleted
    // This sentence says why the file as it is now is not shown; it is empty if it is shown.
    std::string trouble;

    const chess::Variant* variant() const { return of_variant ? &of_variant->variant() : nullptr; }
};

class Shelf {
  public:
    // The results in `store` are shown instead of the books' own; it may be null. Books are read by
    // the rules of `variant` or, if that is null, of the variant that they name.
    Shelf(int threshold_per_mil, std::shared_ptr<const book::LearnStore> store,
          const chess::Variant* variant = nullptr)
        : threshold_per_mil_(threshold_per_mil), store_(std::move(store)), given_(variant) {}

    // The error names the file. All books must be of one variant.
    Result<void> add(const std::string& file);
    // Closes the books and opens these instead, the first one for editing if `edits`. Unsaved edits
    // are lost; the caller has to look at them first. After an error the shelf is as before.
    Result<void> replace(const std::vector<std::string>& files, bool edits);
    // Grows with each replace().
    std::uint64_t number() const { return number_; }
    // Grows with each change that reopen_changed() has noticed.
    std::uint64_t changes() const { return changes_; }
    // Returns the rules by which the books are read; null for chess.
    const chess::Variant* variant() const {
        if (!books_.empty()) return books_.front().variant();
        return statistics_ ? statistics_->variant() : given_;
    }
    // Shows statistics next to the books. The error names the file. folders: Statistics::open().
    Result<void> add_statistics(const std::string& file,
                                const std::vector<std::string>& folders = {});
    // Shows the first book that is statistics with kept games next to the books, so that its games
    // can be listed; also after replace(). folders: Statistics::open().
    void show_kept_games(std::vector<std::string> folders);
    // Returns null if there are none, or if they are of another variant than the books.
    const Statistics* statistics() const {
        return statistics_ && statistics_->variant() == variant() ? &*statistics_ : nullptr;
    }
    // Makes the first book editable. The error says why it cannot be edited.
    Result<void> edit_first();
    Editing* editing() { return editing_ ? &*editing_ : nullptr; }
    // Shows the first book with the changes of editing(); call it after each change.
    void show_edits();
    // Reopens books whose files have been replaced or changed. A book that can no longer be opened,
    // or that was deleted, stays unchanged, as does one with unsaved edits.
    void reopen_changed();
    const std::vector<ExploredBook>& books() const { return books_; }

  private:
    Result<ExploredBook> open(const std::string& file) const;
    // Returns an error unless both are of one variant.
    static Result<void> check_alike(const ExploredBook& book, const ExploredBook& other);
    Result<Editing> open_editing(const ExploredBook& book) const;
    void find_kept_games();
    bool notice_end(ExploredBook& book, bool is_there);
    void reopen_changed(ExploredBook& book, const book::BookStamp& now);
    // now is the file's stamp, which is recorded even if the file cannot be opened.
    void reopen(ExploredBook& book, const book::BookStamp& now) const;

    int threshold_per_mil_;
    std::shared_ptr<const book::LearnStore> store_;
    const chess::Variant* given_; // by the user
    std::uint64_t number_ = 1, changes_ = 1;
    std::vector<ExploredBook> books_;
    std::optional<Editing> editing_; // of the first book
    std::optional<Statistics> statistics_;
    std::optional<std::vector<std::string>> game_folders_; // of show_kept_games()
};

} // namespace polyglot::tools
