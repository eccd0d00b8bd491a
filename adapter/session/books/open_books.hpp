// The books that may be asked, in the order of asking: that of Book* first, then those of the sections [Book NAME].
#pragma once
#include "adapter/session/books/opening.hpp"
#include "config/settings.hpp"
#include "core/openings/starter.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::session {

struct OpenBook {
    config::BookSettings rules;             // of the first one: no name, no conditions but the depth
    std::shared_ptr<const book::Book> book; // null: it cannot be opened
    std::optional<book::BookStamp> opened;  // the file when it was opened
    std::optional<book::BookStamp> seen;    // … and when it was last looked at
    std::string problem;                    // already reported to the user; empty if the book is good

    bool is_first() const { return rules.name.empty(); }
    // "book", "book gambits"
    std::string title() const { return is_first() ? "book" : "book " + rules.name; }
    // "book.bin", "starter"
    std::string file_name() const {
        return rules.file == openings::starter_name ? "starter" : rules.file.substr(rules.file.find_last_of("/\\") + 1);
    }
};

// What has become of the books.
struct BookNews {
    std::vector<std::string> notes;    // for the log
    std::vector<std::string> warnings; // for the GUI's user as well
    bool first_replaced = false;       // the file of the first book is not the one it was
    bool empty() const { return notes.empty() && warnings.empty(); }
};

// A book that can still be read stays in use after any failure, and each failure is reported once.
class OpenBooks {
  public:
    // stamp: empty when files are not looked at again.
    OpenBooks(BookOpener open, BookStamper stamp) : open_(std::move(open)), stamp_(std::move(stamp)) {}

    // Opens, changes and closes books so that they are what the settings ask for.
    BookNews apply(const config::Settings& settings);
    // Opens again what has changed on disk, and what could not be opened before. first_date_counts: false while results
    // are written into the first book, which changes its date.
    BookNews reopen_changed(bool first_date_counts);

    const std::vector<OpenBook>& books() const { return books_; }

  private:
    std::optional<book::BookStamp> stamp(const OpenBook& open_book) const;
    bool open(OpenBook& open_book, BookNews& news) const; // false: it could not be

    BookOpener open_;
    BookStamper stamp_;
    std::vector<OpenBook> books_;
};

} // namespace polyglot::session
