#include "core/text/utf16.hpp"

#include "core/text/utf8.hpp"

#include <cstddef>
#include <cstdint>

namespace polyglot::text {
namespace {

constexpr bool is_high(char16_t unit) {
    return unit >= 0xd800 && unit < 0xdc00;
}
constexpr bool is_low(char16_t unit) {
    return unit >= 0xdc00 && unit < 0xe000;
}

// Returns the length of the character with which the text begins, half a surrogate pair included; 0
// if it does not begin with one.
std::size_t length_of(std::string_view text) {
    const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const bool half = text.size() >= 3 && byte(0) == 0xed && byte(1) >= 0xa0 && byte(1) < 0xc0 && //
                      byte(2) >= 0x80 && byte(2) < 0xc0;
    return half ? 3 : utf8_length(text);
}

std::uint32_t code_point(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    if (character.size() == 1) return lead;
    std::uint32_t code = lead & (0x7fU >> character.size());
    for (const char c : character.substr(1))
        code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3fU);
    return code;
}

void append_utf8(std::string& text, std::uint32_t code) {
    const auto rest = [&](unsigned shift) {
        text += static_cast<char>(0x80U | ((code >> shift) & 0x3fU));
    };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0U | (code >> 6U));
        rest(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0U | (code >> 12U));
        rest(6);
        rest(0);
    } else {
        text += static_cast<char>(0xf0U | (code >> 18U));
        rest(12);
        rest(6);
        rest(0);
    }
}

} // namespace

std::u16string to_utf16(std::string_view utf8) {
    std::u16string units;
    units.reserve(utf8.size());
    while (!utf8.empty()) {
        const std::size_t length = length_of(utf8);
        const std::uint32_t code = length == 0 ? 0xfffd : code_point(utf8.substr(0, length));
        if (code >= 0x10000) {
            units += static_cast<char16_t>(0xd800U + ((code - 0x10000) >> 10U));
            units += static_cast<char16_t>(0xdc00U + (code & 0x3ffU));
        } else {
            units += static_cast<char16_t>(code);
        }
        utf8.remove_prefix(length == 0 ? 1 : length);
    }
    return units;
}

std::string to_utf8(std::u16string_view utf16) {
    std::string text;
    text.reserve(utf16.size());
    for (std::size_t i = 0; i < utf16.size(); ++i) {
        std::uint32_t code = utf16[i];
        if (is_high(utf16[i]) && i + 1 < utf16.size() && is_low(utf16[i + 1]))
            code = 0x10000 + ((code & 0x3ffU) << 10U) + (utf16[++i] & 0x3ffU);
        append_utf8(text, code);
    }
    return text;
}

} // namespace polyglot::text
