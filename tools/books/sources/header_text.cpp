#include "tools/books/sources/header_text.hpp"

#include "core/text/utf8.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace polyglot::tools {
namespace {

constexpr std::size_t text_begin = sizeof(std::uint64_t); // offset in an entry, after its key
constexpr std::size_t text_size = book::entry_size - text_begin;

std::string text_of(std::span<const book::RawEntry> entries) {
    std::string text;
    for (const book::RawEntry& entry : entries) {
        std::array<std::byte, book::entry_size> bytes{};
        book::encode_entry(entry, bytes);
        text.append(reinterpret_cast<const char*>(bytes.data()) + text_begin, text_size);
    }
    // Only as many bytes as would pad the last entry again may be removed.
    const std::size_t least = text.empty() ? 0 : text.size() - (text_size - 1);
    while (text.size() > least && text.back() == '\0')
        text.pop_back();
    return text;
}

} // namespace

std::string format_header_text(std::span<const book::RawEntry> entries) {
    const std::string text = text_of(entries);
    const bool is_utf8 = text::is_utf8(text);
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_end = i == 0 || i + 1 == text.size(); // readers of tables remove blanks there
        if (byte == '\n') {
            line += "\\n";
        } else if (byte == '\\') {
            line += "\\\\";
        } else if (byte < ' ' || byte == 0x7f || (byte > 0x7f && !is_utf8) ||
                   (byte == ' ' && is_end)) {
            constexpr std::string_view digits = "0123456789abcdef";
            line += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
        } else {
            line += text[i];
        }
    }
    return line;
}

std::optional<std::vector<book::RawEntry>> parse_header_text(std::string_view line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\') {
            text += line[i];
            continue;
        }
        const char escape = ++i < line.size() ? line[i] : '\0';
        unsigned byte = 0;
        if (escape == 'n') {
            byte = '\n';
        } else if (escape == '\\') {
            byte = '\\';
        } else {
            const std::string_view digits =
                escape == 'x' ? line.substr(i + 1, 2) : std::string_view();
            const auto [end, error] =
                std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
            if (digits.size() != 2 || error != std::errc{} || end != digits.data() + digits.size())
                return std::nullopt;
            i += 2;
        }
        text += static_cast<char>(byte);
    }
    text.resize((text.size() + text_size - 1) / text_size * text_size);
    std::vector<book::RawEntry> entries;
    for (std::size_t at = 0; at < text.size(); at += text_size) {
        std::array<std::byte, book::entry_size> bytes{}; // key 0
        for (std::size_t i = 0; i < text_size; ++i)
            bytes[text_begin + i] = static_cast<std::byte>(text[at + i]);
        entries.push_back(book::decode_entry(bytes));
    }
    return entries;
}

} // namespace polyglot::tools
