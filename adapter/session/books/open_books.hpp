// The books that may be asked, in the order of asking: first the one of the settings Book*, then
// those of the sections [Book NAME]. Test: open_books_test.cpp.
#pragma once
#include "adapter/session/books/opening.hpp"
#include "config/book_program.hpp"
#include "config/settings.hpp"
#include "core/openings/starter.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::session {

struct OpenBook {
    // The first book has no name, and no condition but the depth.
    config::BookSettings rules;
    std::shared_ptr<const book::Book> book; // null if it cannot be opened
    std::optional<book::BookStamp> opened;  // the file's stamp when it was opened
    std::optional<book::BookStamp> seen;    // the file's stamp when it was last checked
    // Already reported to the user; empty if the book is good.
    std::string problem;
    std::shared_ptr<const VariantSource> variants{}; // null if the book cannot be opened
    bool is_of_chess = true;
    std::string other_variant{}; // why the book is not of the game's variant; empty if it is
    std::shared_ptr<const ProgramBook> program{}; // null if it is a file

    bool is_first() const { return rules.name.empty(); }
    // "book", "book gambits"
    std::string title() const { return is_first() ? "book" : "book " + rules.name; }
    // "book.bin", "starter"
    std::string file_name() const {
        if (config::is_program(rules.file)) return rules.file;
        return rules.file == openings::starter_name
                   ? "starter"
                   : rules.file.substr(rules.file.find_last_of("/\\") + 1);
    }
};

// Says what has changed about the books.
struct BookNews {
    std::vector<std::string> notes;    // for the log
    std::vector<std::string> warnings; // for the GUI's user as well
    bool first_replaced = false;       // the first book is another file than before
    bool empty() const { return notes.empty() && warnings.empty(); }
};

// A book that can still be read stays in use after any failure, and each failure is reported once.
class OpenBooks {
  public:
    // stamp is empty if files are not checked for changes.
    OpenBooks(BookOpener open, BookStamper stamp)
        : open_(std::move(open)), stamp_(std::move(stamp)) {}

    // Opens, changes and closes books as the settings require.
    BookNews apply(const config::Settings& settings);
    // Reopens books that have changed on disk, or could not be opened before. first_date_counts is
    // false while results are written into the first book, because they change its date.
    BookNews reopen_changed(bool first_date_counts);

    // The variant of the game; null for chess.
    void set_variant(const chess::Variant* variant);
    const chess::Variant* variant() const { return variant_; }

    const std::vector<OpenBook>& books() const { return books_; }

  private:
    std::optional<book::BookStamp> stamp(const OpenBook& open_book) const;
    void fit(OpenBook& open_book) const;
    bool open(OpenBook& open_book, BookNews& news) const; // returns false on failure

    BookOpener open_;
    BookStamper stamp_;
    std::vector<OpenBook> books_;
    const chess::Variant* variant_ = nullptr;
};

} // namespace polyglot::session
