#include "core/text/utf8.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::text {
namespace {

// Returns utf8_length() of a character that may be shown; 0 for any other.
std::size_t shown_character(std::string_view rest) {
    const std::size_t length = utf8_length(rest);
    const auto byte = [&rest](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
    if (length == 1) return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0;
    // U+0080 to U+009F are control characters as well.
    return length == 2 && byte(0) == 0xc2 && byte(1) < 0xa0 ? 0 : length;
}

bool may_be_shown(std::string_view text) {
    while (!text.empty()) {
        const bool plain = static_cast<unsigned char>(text.front()) < 0x80;
        const std::size_t size = plain ? 1 : shown_character(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

// Letters whose small ones follow them directly, capitals and small ones by turns.
constexpr bool are_pairs(unsigned c) {
    return (c >= 0x100 && c <= 0x137) || (c >= 0x139 && c <= 0x148) || (c >= 0x14a && c <= 0x177) ||
           (c >= 0x179 && c <= 0x17e) || (c >= 0x460 && c <= 0x481) || (c >= 0x48a && c <= 0x4bf) ||
           (c >= 0x4c1 && c <= 0x4ce) || (c >= 0x4d0 && c <= 0x52f);
}

// In these of them the capitals have odd numbers.
constexpr bool have_odd_capitals(unsigned c) {
    return (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e) || (c >= 0x4c1 && c <= 0x4ce);
}

// Returns the small letter of a code point from U+0080 to U+07FF.
constexpr unsigned small_letter(unsigned c) {
    if (c == 0x130) return 'i';
    if (c == 0x178) return 0xff;
    if (are_pairs(c)) return (c % 2 == 1) == have_odd_capitals(c) ? c + 1 : c;
    if (c >= 0xc0 && c <= 0xde && c != 0xd7) return c + 0x20;
    if (c == 0x386) return 0x3ac;
    if (c >= 0x388 && c <= 0x38a) return c + 0x25;
    if (c == 0x38c) return 0x3cc;
    if (c == 0x38e || c == 0x38f) return c + 0x3f;
    if (c >= 0x391 && c <= 0x3ab && c != 0x3a2) return c + 0x20;
    if (c == 0x3c2) return 0x3c3; // the final sigma
    if (c >= 0x410 && c <= 0x42f) return c + 0x20;
    if (c >= 0x400 && c <= 0x40f) return c + 0x50;
    return c;
}

} // namespace

std::string fold_case(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = std::max<std::size_t>(utf8_length(text), 1);
        if (size == 2) {
            const unsigned letter =
                small_letter((static_cast<unsigned char>(text[0]) & 0x1fU) << 6U |
                             (static_cast<unsigned char>(text[1]) & 0x3fU));
            if (letter >= 0x80) result += static_cast<char>(0xc0U | letter >> 6U);
            result += static_cast<char>(letter >= 0x80 ? 0x80U | (letter & 0x3fU) : letter);
        } else {
            result += to_lower(text.front());
            result += text.substr(1, size - 1);
        }
        text.remove_prefix(size);
    }
    return result;
}

std::string_view first_bytes(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && is_continuation_byte(text[most]))
        --most;
    return text.substr(0, most);
}

std::size_t utf8_length(std::string_view text) {
    const auto byte = [&text](std::size_t i) -> unsigned {
        return static_cast<unsigned char>(text[i]);
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (!is_continuation_byte(text[i])) return 0;
    // The encoding is longer than necessary.
    if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90)) return 0;
    // Surrogates, and code points above U+10FFFF.
    if ((lead == 0xed && byte(1) >= 0xa0) || (lead == 0xf4 && byte(1) >= 0x90)) return 0;
    return length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string shown_text(std::string_view bytes) {
    std::string result;
    const bool utf8 = may_be_shown(bytes);
    while (!bytes.empty()) {
        const auto lead = static_cast<unsigned char>(bytes.front());
        std::size_t size = utf8 || lead < 0x80 ? shown_character(bytes) : 0;
        if (size > 0) {
            result += bytes.substr(0, size);
        } else if (lead >= 0xA0) { // Latin-1
            result += static_cast<char>(0xC0U | (lead >> 6U));
            result += static_cast<char>(0x80U | (lead & 0x3FU));
        } else {
            result += '?';
        }
        bytes.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return result;
}

std::string shown_lines(std::string_view bytes) {
    std::string result;
    for (;;) {
        const std::size_t end = bytes.find_first_of("\n\t");
        result += shown_text(bytes.substr(0, end));
        if (end == std::string_view::npos) return result;
        result += bytes[end];
        bytes.remove_prefix(end + 1);
    }
}

std::string shown_line(std::string_view bytes) {
    std::string result = shown_lines(bytes);
    std::ranges::replace(result, '\n', '?');
    return result;
}

} // namespace polyglot::text
