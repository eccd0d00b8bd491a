#include "tools/explore/shelf.hpp"

#include "core/book/value_weights.hpp"
#include "core/book/variants/book.hpp"
#include "core/text/path_text.hpp"

namespace polyglot::tools {

namespace {

std::string name_of(const chess::Variant* variant) {
    return variant == nullptr ? "chess" : std::string(variant->uci);
}

} // namespace

Result<void> Shelf::add(const std::string& file) {
    auto opened = open(file);
    if (!opened) return opened.error();
    if (!books_.empty())
        if (const auto alike = check_alike(*opened, books_.front()); !alike) return alike.error();
    books_.push_back(*std::move(opened));
    return {};
}

Result<void> Shelf::check_alike(const ExploredBook& book, const ExploredBook& other) {
    if (book.variant() == other.variant()) return {};
    return make_error(book.name + ": the book is of " + name_of(book.variant()) + ", and " +
                      other.name + " of " + name_of(other.variant()));
}

Result<void> Shelf::replace(const std::vector<std::string>& files, bool edits) {
    std::vector<ExploredBook> books;
    for (const std::string& file : files) {
        auto opened = open(file);
        if (!opened) return opened.error();
        books.push_back(*std::move(opened));
        if (const auto alike = check_alike(books.back(), books.front()); !alike)
            return alike.error();
    }
    std::optional<Editing> editing;
    // If the book is the one that is edited now, its edits have to be gone before it is opened.
    const bool is_edited = editing_ && editing_->name() == books.front().name;
    if (edits && !is_edited) {
        auto opened = open_editing(books.front());
        if (!opened) return opened.error();
        editing = *std::move(opened);
    }
    if (editing_ && editing_->unsaved() > 0) {
        static_cast<void>(editing_->discard());
        show_edits();
    }
    if (edits && is_edited) {
        auto opened = open_editing(books.front());
        if (!opened) return opened.error();
        editing = *std::move(opened);
    }
    ++number_;
    ++changes_;
    if (editing) editing->number_from(number_);
    editing_ = std::move(editing);
    books_ = std::move(books);
    if (game_folders_) find_kept_games();
    return {};
}

Result<void> Shelf::add_statistics(const std::string& file,
                                   const std::vector<std::string>& folders) {
    auto opened = Statistics::open(file, folders);
    if (!opened) return opened.error();
    statistics_ = *std::move(opened);
    return {};
}

void Shelf::show_kept_games(std::vector<std::string> folders) {
    game_folders_ = std::move(folders);
    find_kept_games();
}

void Shelf::find_kept_games() {
    statistics_.reset();
    for (const ExploredBook& book : books_) {
        auto opened = Statistics::open(book.name, *game_folders_);
        if (!opened || !opened->keeps_games()) continue; // most books are no statistics
        statistics_ = *std::move(opened);
        return;
    }
}

void Shelf::reopen_changed() {
    if (statistics_) statistics_->reopen_changed();
    for (ExploredBook& book : books_) {
        const auto now = io::book_stamp(to_path(book.name));
        if (notice_end(book, now.has_value())) continue;
        if (const GrownFile* const store = book.source.grown) {
            const auto refreshed = store->refresh(); // also reads a store that has replaced it
            book.seen = now;
            book.trouble = refreshed ? std::string() : refreshed.error().message;
            continue;
        }
        if (now != book.seen) reopen_changed(book, *now);
    }
}

// Returns true if the file is not there, so that there is nothing to open.
bool Shelf::notice_end(ExploredBook& book, bool is_there) {
    if (book.is_gone == !is_there) return !is_there;
    book.is_gone = !is_there;
    book.trouble = is_there ? ""
                            : "the file was deleted or renamed: shown is what it had; put it back, "
                              "or end polyglot explore";
    ++changes_;
    return !is_there;
}

void Shelf::reopen_changed(ExploredBook& book, const book::BookStamp& now) {
    ++changes_;
    const bool is_edited = editing_ && &book == &books_.front();
    if (is_edited && editing_->unsaved() > 0) {
        book.seen = now;
        book.trouble = "it has changed on disk meanwhile: saving makes your edits in what it is "
                       "now, unless the same positions were changed";
        return;
    }
    reopen(book, now);
    if (!is_edited) return;
    if (const auto reopened = editing_->reopen(); !reopened)
        book.trouble = reopened.error().message;
}

void Shelf::reopen(ExploredBook& book, const book::BookStamp& now) const {
    auto opened = open(book.name);
    const Result<void> alike = opened ? check_alike(*opened, book) : Result<void>();
    if (opened && alike) {
        book = *std::move(opened);
        return;
    }
    book.seen = now; // avoids trying the same file again
    book.trouble = "the file has changed and is not shown as it is now: " +
                   (opened ? alike.error() : opened.error()).message;
}

Result<Editing> Shelf::open_editing(const ExploredBook& book) const {
    if (book.variant() != nullptr)
        return make_error(book.name + ": the book is of " + name_of(book.variant()) +
                          ", and this page edits books of chess: polyglot edit-book edits it");
    return Editing::open(book.name);
}

Result<void> Shelf::edit_first() {
    auto editing = open_editing(books_.front());
    if (!editing) return editing.error();
    editing_ = *std::move(editing);
    return {};
}

void Shelf::show_edits() {
    ExploredBook& book = books_.front();
    if (editing_->unsaved() == 0) return reopen(book, book.seen.value_or(book::BookStamp{}));
    const std::shared_ptr<const book::Book> edited = editing_->book();
    book.source.quick = edited;
    book.source.weighted = book::weighed(edited);
    book.finder =
        std::make_unique<BookFinder>(*edited, threshold_per_mil_, book.source.opened->polyglot());
    book.branches = std::make_unique<Branches>(
        BranchSource{edited, book.source.quick, book.source.weighted, store_, book.source.opened});
}

Result<ExploredBook> Shelf::open(const std::string& file) const {
    ExploredBook book;
    book.name = file;
    // The stamp is taken before opening, so that a change in between is noticed the next time.
    book.seen = io::book_stamp(to_path(file));
    ConvertOptions options;
    options.from = file;
    options.for_walking = false;
    auto source = open_source(options);
    if (!source) return source.error();
    const auto variant = book::open_variant(*source->opened, given_);
    if (!variant) return make_error(file + ": " + variant.error().message);
    book.source = *std::move(source);
    if (*variant) {
        book.of_variant.emplace(**variant, threshold_per_mil_);
        return book;
    }
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
