#include "adapter/io/book_file.hpp"

#include "adapter/io/random_access_file.hpp"
#include "core/book/polyglot_book.hpp"

#include <utility>

namespace polyglot::io {
namespace {

// The comment of a header may have many lines; a log line has one.
std::string on_one_line(const book::Header& header) {
    std::string text = header.version;
    for (const std::string& variant : header.variants)
        text += ' ' + variant;
    if (!header.comment.empty()) text += ": " + header.comment;
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == '\x7f') c = ' ';
    return text;
}

} // namespace

Result<OpenedBook> open_book(const std::filesystem::path& path) {
    auto file = open_random_access_file(path);
    if (!file) return file.error();
    auto book = book::PolyglotBook::open(*std::move(file));
    if (!book) return make_error(path.string() + ": " + book.error().message, book.error().offset);

    OpenedBook opened;
    opened.format = "PolyGlot";
    opened.entries = book->entries().size();
    if (const auto& header = book->header()) opened.header = on_one_line(*header);
    opened.sorted = book->sorted();
    opened.warnings = book->warnings();
    opened.book = std::make_shared<const book::PolyglotBook>(*std::move(book));
    return opened;
}

} // namespace polyglot::io
