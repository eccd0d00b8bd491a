// Parses and formats the @PG@ header: fields separated by line feeds
// (docs/formats/polyglot-bin.md).
#include "core/book/polyglot/book.hpp"
#include "core/text/text.hpp"

#include <utility>

namespace polyglot::book {
namespace {

// Removes the next field from the text and returns it; nullopt if no line feed ends it.
std::optional<std::string_view> next_field(std::string_view& text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(end + 1);
    return field;
}

} // namespace

std::optional<Header> parse_header(std::string_view text) {
    text = text.substr(0, text.find_last_not_of('\0') + 1);
    const auto magic = next_field(text);
    if (!magic || *magic != "@PG@") return std::nullopt;
    const auto version = next_field(text);
    const auto extra_fields = next_field(text);
    if (!version || !extra_fields) return std::nullopt;
    const auto extra = text::parse_int<unsigned>(*extra_fields);
    if (!extra) return std::nullopt;

    Header header{.version = std::string(*version), .variants = {}, .comment = {}};
    // The first extra field is the number of variants, and the next ones are their names. Later
    // versions may add more fields.
    unsigned variants = 0;
    for (unsigned i = 0; i < *extra; ++i) {
        // A header without comment may end in its last field.
        const bool is_last = text.find('\n') == std::string_view::npos;
        const std::string_view field = is_last ? std::exchange(text, {}) : *next_field(text);
        if (is_last && i + 1 != *extra) return std::nullopt;
        if (i == 0) {
            const auto count = text::parse_int<unsigned>(field);
            if (!count) return std::nullopt;
            variants = *count;
        } else if (header.variants.size() < variants) {
            header.variants.emplace_back(field);
        }
    }
    header.comment = text;
    return header;
}

std::string format_header(const Header& header) {
    std::string text = "@PG@\n" + header.version + '\n' +
                       std::to_string(header.variants.size() + 1) + '\n' +
                       std::to_string(header.variants.size()) + '\n';
    for (const std::string& variant : header.variants)
        text += variant + '\n';
    return text + header.comment;
}

std::string encode_header(const Header& header) {
    constexpr std::size_t key_size = 8;
    const std::string text = format_header(header);
    std::string entries;
    for (std::size_t i = 0; i < text.size(); i += entry_size - key_size) {
        entries.append(key_size, '\0');
        entries.append(text, i, entry_size - key_size);
    }
    entries.resize((entries.size() + entry_size - 1) / entry_size * entry_size, '\0');
    return entries;
}

} // namespace polyglot::book
