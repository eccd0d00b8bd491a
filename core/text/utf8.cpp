#include "core/text/utf8.hpp"

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

} // namespace

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
    std::replace(result.begin(), result.end(), '\n', '?');
    return result;
}

} // namespace polyglot::text
