#include "tools/books/edit/list_formats.hpp"

#include "core/book/format.hpp"
#include "core/text/text.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/books/sources/convert_options.hpp"

#include <algorithm>
#include <string_view>

namespace polyglot::tools {
namespace {

std::string column(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(width - std::min(width, text.size()) + 2, ' ');
}

std::string line(std::string_view name, std::string_view files, std::string_view play,
                 std::string_view write, std::string_view edit, std::string_view page) {
    constexpr std::size_t name_width = 23, files_width = 8, word_width = 5;
    return column(name, name_width) + column(files, files_width) + column(play, word_width) +
           column(write, word_width) + column(edit, word_width) + std::string(page) + '\n';
}

} // namespace

std::string list_formats() {
    std::string out =
        "The formats of books. All are read; the format is detected from the content.\n\n" +
        line("format", "files", "play", "write", "edit", "described in");
    const auto word = [](bool can) { return can ? "yes" : "no"; };
    for (const book::FormatInfo* const format : book::formats())
        out += line(format->name, text::trim(format->endings), word(format->is_played),
                    word(can_write(*format)), word(EditedBook::can_edit(*format)), format->page);
    return out;
}

} // namespace polyglot::tools
