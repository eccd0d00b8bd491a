#include "core/text/utf8.hpp"

#include <algorithm>

namespace polyglot::text {

std::size_t utf8_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    std::size_t length = 1;
    if (lead >= 0xf5 || (lead >= 0x80 && lead < 0xc2)) return 0;
    if (lead >= 0xc2) length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
    return length;
}

std::string to_utf8(std::string_view bytes) {
    std::string text;
    while (!bytes.empty()) {
        const std::size_t length = utf8_length(bytes);
        const auto byte = static_cast<unsigned char>(bytes.front());
        if (length > 0)
            text += bytes.substr(0, length);
        else
            text.append({static_cast<char>(0xc0U | byte >> 6U), static_cast<char>(0x80U | (byte & 0x3fU))});
        bytes.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
}

} // namespace polyglot::text
