#include "tools/explore/shelf.hpp"

#include "core/book/value_weights.hpp"
#include "core/text/path_text.hpp"
#include "tools/books/variant_books.hpp"

#include <utility>

namespace polyglot::tools {

Result<void> Shelf::add(const std::string& file) {
    auto opened = open(file);
    if (!opened) return opened.error();
    books_.push_back(*std::move(opened));
    return {};
}

Result<void> Shelf::add_statistics(const std::string& file) {
    auto opened = Statistics::open(file);
    if (!opened) return opened.error();
    statistics_ = *std::move(opened);
    return {};
}

void Shelf::reopen_changed() {
    if (statistics_) statistics_->reopen_changed();
    for (ShelvedBook& book : books_) {
        const auto now = io::book_stamp(to_path(book.name));
        if (const GrownFile* const store = book.source.grown; store != nullptr && now) {
            const auto refreshed = store->refresh(); // also reads a store that has replaced it
            book.seen = now;
            book.trouble = refreshed ? std::string() : refreshed.error().message;
            continue;
        }
        if (!now || now == book.seen) continue;
        if (editing_ && editing_->unsaved() > 0 && &book == &books_.front()) {
            book.seen = now;
            book.trouble = "it has changed on disk meanwhile: saving makes your edits in what it "
                           "is now, unless the same "
                           "positions were changed";
            continue;
        }
        reopen(book, *now);
        if (editing_ && &book == &books_.front())
            if (const auto reopened = editing_->reopen(); !reopened)
                book.trouble = reopened.error().message;
    }
}

void Shelf::reopen(ShelvedBook& book, const book::BookStamp& now) const {
    if (auto opened = open(book.name)) {
        book = *std::move(opened);
    } else {
        book.seen = now; // avoids trying the same file again
        book.trouble = opened.error().message;
    }
}

Result<void> Shelf::edit_first() {
    auto editing = Editing::open(books_.front().name);
    if (!editing) return editing.error();
    editing_ = *std::move(editing);
    return {};
}

void Shelf::show_edits() {
    ShelvedBook& book = books_.front();
    if (editing_->unsaved() == 0) return reopen(book, book.seen.value_or(book::BookStamp{}));
    const std::shared_ptr<const book::Book> edited = editing_->book();
    book.source.quick = edited;
    book.source.weighted = book::weighed(edited);
    book.finder =
        std::make_unique<BookFinder>(*edited, threshold_per_mil_, book.source.opened->polyglot());
    book.branches = std::make_unique<Branches>(
        BranchSource{edited, book.source.quick, book.source.weighted, store_, book.source.opened});
}

Result<ShelvedBook> Shelf::open(const std::string& file) const {
    ShelvedBook book;
    book.name = file;
    // The stamp is taken before opening, so that a change in between is noticed the next time.
    book.seen = io::book_stamp(to_path(file));
    ConvertOptions options;
    options.from = file;
    options.for_walking = false;
    auto source = open_source(options);
    if (!source) return source.error();
    if (auto fits = check_is_chess({file, source->opened.get()}); !fits) return fits.error();
    book.source = *std::move(source);
    book.finder = std::make_unique<BookFinder>(*book.source.opened, threshold_per_mil_);
    book.branches = std::make_unique<Branches>(BranchSource{book.source.opened,
                                                            book.source.quick,
                                                            book.source.weighted,
                                                            store_,
                                                            {},
                                                            book.source.grown});
    return book;
}

} // namespace polyglot::tools
