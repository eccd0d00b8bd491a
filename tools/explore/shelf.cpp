#include "tools/explore/shelf.hpp"

#include "core/text/path_text.hpp"

#include <utility>

namespace polyglot::tools {

Result<void> Shelf::add(const std::string& file) {
    auto opened = open(file);
    if (!opened) return opened.error();
    books_.push_back(*std::move(opened));
    return {};
}

void Shelf::reopen_changed() {
    for (ShelvedBook& book : books_) {
        const auto now = io::book_stamp(to_path(book.name));
        if (!now || now == book.seen) continue;
        if (auto opened = open(book.name)) {
            book = *std::move(opened);
        } else {
            book.seen = now; // tried once
            book.trouble = opened.error().message;
        }
    }
}

Result<ShelvedBook> Shelf::open(const std::string& file) const {
    ShelvedBook book;
    book.name = file;
    book.seen = io::book_stamp(to_path(file)); // before it is opened: a change in between is seen the next time
    ConvertOptions options;
    options.from = file;
    options.for_walking = false;
    auto source = open_source(options);
    if (!source) return source.error();
    book.source = *std::move(source);
    book.finder = std::make_unique<BookFinder>(*book.source.opened, threshold_per_mil_);
    book.branches =
        std::make_unique<Branches>(BranchSource{book.source.opened, book.source.quick, book.source.weighted, store_});
    return book;
}

} // namespace polyglot::tools
