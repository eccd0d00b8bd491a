#include "tools/books/edit/edited_book.hpp"

#include "core/book/format.hpp"
#include "tools/books/edit/edited_arena.hpp"
#include "tools/books/edit/edited_polyglot.hpp"
#include "tools/books/edit/edited_yacb.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

// The formats that can be edited, beside PolyGlot's.
struct Row {
    const book::FormatInfo& format;
    Result<std::unique_ptr<EditedBook>> (*open)(std::shared_ptr<const book::ByteReader> bytes,
                                                EditedBook::KeepOn keep_on);
};
constexpr std::array rows{Row{book::arena_format, EditedArena::open},
                          Row{book::yacb_format, EditedYacb::open}};

} // namespace

bool EditedBook::can_edit(const book::FormatInfo& format) {
    return &format == &book::polyglot_format ||
           std::ranges::any_of(rows, [&](const Row& row) { return &row.format == &format; });
}

Result<std::unique_ptr<EditedBook>> EditedBook::open(std::shared_ptr<const book::ByteReader> bytes,
                                                     KeepOn keep_on,
                                                     const chess::Variant* variant) {
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes->read_at(0, buffer));
    const book::FormatInfo* const format = book::detect_format(head, bytes->size());
    const auto* const row =
        std::ranges::find_if(rows, [format](const Row& one) { return &one.format == format; });
    // PolyGlot's reader refuses and names formats that cannot be edited.
    if (row == rows.end())
        return EditedPolyglot::open(std::move(bytes), std::move(keep_on), variant);
    if (variant) return make_error("books of variants are in PolyGlot's format");
    return row->open(std::move(bytes), std::move(keep_on));
}

} // namespace polyglot::tools
