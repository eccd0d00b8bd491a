#include "tools/explore/folder/book_directory.hpp"

#include "core/book/buffers.hpp"
#include "core/book/format.hpp"
#include "core/book/make/stats_layout.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/whole_path.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/books/sources/variant_stats.hpp"
#include "tools/books/variant.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t polyglot_entry = 16;   // bytes
constexpr std::size_t most_looked_at = 20'000; // files

// A file of another kind may have the ending of a book, but few have the content of one.
const book::FormatInfo* format_of(const fs::path& file, std::uint64_t& size) {
    const auto bytes = io::open_random_access_file(file);
    if (!bytes) return nullptr;
    book::PageBuffer head{};
    const std::size_t read = (*bytes)->read_at(0, head);
    size = (*bytes)->size();
    if (const auto* const format = book::detect_format(std::span(head).first(read), size))
        return format;
    const auto* const format = book::format_of_ending(to_text(file.extension()));
    const bool may_be = format == &book::polyglot_format && size % polyglot_entry == 0;
    return may_be ? format : nullptr;
}

// Tables (CSV, JSON) are not read for it.
std::string_view variant_of(const fs::path& file, const book::FormatInfo& format) {
    const chess::Variant* variant = nullptr;
    if (&format == &book::polyglot_format) {
        variant = variant_of_book(to_text(file), nullptr);
    } else if (auto bytes = io::open_book_bytes(file)) {
        std::array<std::byte, 64> head{};
        if (book::is_stats(std::span(head).first((*bytes)->read_at(0, head))))
            if (const auto of = variant_of_stats(*std::move(bytes))) variant = of->variant;
    }
    return variant ? variant->uci : std::string_view();
}

class Search {
  public:
    explicit Search(const fs::path& root) : root_(io::resolved_path(root)) {}

    BookList run() {
        look_into(root_, "", BookDirectory::deepest);
        std::ranges::sort(list_.books, {}, &ListedBook::name);
        if (list_.books.size() > BookDirectory::most_books) {
            list_.books.resize(BookDirectory::most_books);
            list_.has_more = true;
        }
        return std::move(list_);
    }

  private:
    void look_into(const fs::path& folder, const std::string& before, int depth) {
        std::error_code error;
        fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
        for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
            if (++looked_at_ > most_looked_at) {
                list_.has_more = true;
                return;
            }
            const std::string name = before + to_text(entry->path().filename());
            std::error_code ignored;
            const bool is_link = entry->is_symlink(ignored);
            if (entry->is_directory(ignored)) {
                // A junction of Windows is no symbolic link to the library.
                if (is_link || !is_within(io::resolved_path(entry->path()), root_))
                    ++list_.skipped;
                else if (depth > 0)
                    look_into(entry->path(), name + '/', depth - 1);
            } else if (entry->is_regular_file(ignored)) {
                look_at(entry->path(), name, is_link);
            }
        }
    }

    void look_at(const fs::path& file, const std::string& name, bool is_link) {
        if (is_link && !is_within(io::resolved_path(file), root_)) {
            ++list_.skipped;
            return;
        }
        std::uint64_t size = 0;
        const book::FormatInfo* const format = format_of(file, size);
        if (format == nullptr) return;
        list_.books.push_back(
            {name, format->name, size, EditedBook::can_edit(*format), variant_of(file, *format)});
    }

    fs::path root_;
    BookList list_;
    std::size_t looked_at_ = 0;
};

} // namespace

BookList BookDirectory::list() const {
    return Search(to_path(name_)).run();
}

Result<std::string> BookDirectory::path_of(std::string_view book) const {
    const BookList found = list();
    const auto known = std::ranges::find(found.books, book, &ListedBook::name);
    if (known == found.books.end())
        return make_error("there is no book of this name in the folder " + name_);
    return path_to(*known);
}

std::string BookDirectory::path_to(const ListedBook& book) const {
    return to_text(to_path(name_) / to_path(book.name));
}

} // namespace polyglot::tools
