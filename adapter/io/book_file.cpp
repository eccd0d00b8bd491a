#include "adapter/io/book_file.hpp"

#include "adapter/io/mapped_file.hpp"
#include "core/book/polyglot_book.hpp"

#include <atomic>
#include <utility>

namespace polyglot::io {
namespace {

// A book and the map it reads from.
class MappedBook final : public book::Book {
  public:
    MappedBook(MappedFile file, book::PolyglotBook book) : file_(std::move(file)), book_(std::move(book)) {}

    std::vector<book::Entry> find(const chess::Position& position) const override {
        // Somebody writing a new book into the same file takes the pages from under us; better no book than no adapter.
        if (!file_.intact()) return {};
        std::vector<book::Entry> entries = book_.find(position);
        // The system maps 16 pages around each one touched. Given back now and then, they stay below 1 MB or so
        // whatever the size of the book and the length of the match.
        if (finds_.fetch_add(1, std::memory_order_relaxed) % finds_per_release == finds_per_release - 1)
            file_.release_pages();
        return entries;
    }

  private:
    static constexpr unsigned finds_per_release = 16;

    MappedFile file_;
    book::PolyglotBook book_;
    mutable std::atomic<unsigned> finds_ = 0;
};

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
    auto file = MappedFile::open(path);
    if (!file) return file.error();
    auto book = book::PolyglotBook::open(file->bytes());
    file->release_pages(); // what opening looked at is not what the game will ask for
    if (!book) return make_error(path.string() + ": " + book.error().message, book.error().offset);

    OpenedBook opened;
    opened.format = "PolyGlot";
    opened.entries = book->entries().size();
    if (const auto& header = book->header()) opened.header = on_one_line(*header);
    opened.sorted = book->sorted();
    opened.warnings = book->warnings();
    opened.book = std::make_shared<const MappedBook>(*std::move(file), *std::move(book));
    return opened;
}

} // namespace polyglot::io
