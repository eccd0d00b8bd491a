#include "tools/books/edit/edited_book.hpp"

#include "core/book/arena/abk.hpp"
#include "core/book/yacb/yacb.hpp"
#include "tools/books/edit/edited_arena.hpp"
#include "tools/books/edit/edited_polyglot.hpp"
#include "tools/books/edit/edited_yacb.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace polyglot::tools {

Result<std::unique_ptr<EditedBook>> EditedBook::open(std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on) {
    std::array<std::byte, 32> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes->read_at(0, buffer));
    if (book::AbkBook::is_abk(head)) return EditedArena::open(std::move(bytes), std::move(keep_on));
    if (book::YacbBook::is_yacb(head)) return EditedYacb::open(std::move(bytes), std::move(keep_on));
    auto book = book::PolyglotBook::open(bytes);
    if (!book)
        return make_error(book.error().message + "; edit-book edits books in the formats of PolyGlot, Arena and YACB");
    if (!book->sorted()) return make_error("is not sorted; polyglot repair-book makes a sorted copy");
    auto shared = std::make_shared<const book::PolyglotBook>(*std::move(book));
    return std::unique_ptr<EditedBook>(
        std::make_unique<EditedPolyglot>(std::move(shared), std::move(bytes), std::move(keep_on)));
}

} // namespace polyglot::tools
