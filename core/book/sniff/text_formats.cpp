// Defines the rows of text formats in the table of formats, and detects these formats.
#include "core/book/format.hpp"
#include "core/book/sniff/columns.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::book {
namespace {

template <TextFormat Format>
bool is_book_text(std::span<const std::byte> head, std::uint64_t /*size*/) {
    return is_text(head.first(std::min<std::size_t>(head.size(), 4096))) &&
           detect_text_format(head) == Format;
}

} // namespace

const FormatInfo csv_format{.name = "CSV",
                            .file_name = "a CSV table",
                            .endings = " .csv ",
                            .page = "docs/convert-book.md",
                            .recognises = is_book_text<TextFormat::Csv>,
                            .is_played = false};
const FormatInfo json_format{.name = "JSON",
                             .file_name = "a JSON text",
                             .endings = " .json ",
                             .page = "docs/convert-book.md",
                             .recognises = is_book_text<TextFormat::Json>,
                             .is_played = false};
// The content does not show whether the file is a book or a collection of games, so PGN is not
// recognised by it.
const FormatInfo pgn_format{.name = "PGN",
                            .file_name = "a PGN file",
                            .endings = " .pgn ",
                            .page = "docs/convert-book.md",
                            .is_played = false};

const FormatInfo& info_of(TextFormat format) {
    switch (format) {
    case TextFormat::Csv: return csv_format;
    case TextFormat::Json: return json_format;
    case TextFormat::Pgn: break;
    }
    return pgn_format;
}

bool is_text(std::span<const std::byte> bytes) {
    const std::string_view head = as_text(bytes);
    const auto ascii =
        std::ranges::count_if(head, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (4 * static_cast<std::size_t>(ascii) < head.size()) return false;
    return std::ranges::all_of(head, [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u >= 0x20 ? u != 0x7f
                         : c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\x1a';
    });
}

std::optional<TextFormat> detect_text_format(std::span<const std::byte> head,
                                             const std::vector<std::string_view>& move_columns) {
    std::string_view start = as_text(head);
    if (start.find('\0') != std::string_view::npos) return std::nullopt;
    if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
    start = text::trim_left(start);
    if (start.empty()) return std::nullopt;
    const std::string_view inner = text::trim_left(start.substr(1));
    if (start.front() == '{')
        return inner.starts_with('"') ? std::optional(TextFormat::Json) : std::nullopt;
    if (start.front() == '[') {
        if (inner.starts_with('{') || inner.starts_with(']')) return TextFormat::Json;
        const bool tag = !inner.empty() && text::to_lower(inner.front()) >= 'a' &&
                         text::to_lower(inner.front()) <= 'z';
        return tag ? std::optional(TextFormat::Pgn) : std::nullopt;
    }
    const auto columns = columns_of(start.substr(0, start.find_first_of("\r\n")));
    return missing_columns(columns, {"key"}, move_columns).empty() ? std::optional(TextFormat::Csv)
                                                                   : std::nullopt;
}

} // namespace polyglot::book
