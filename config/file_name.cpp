#include "config/file_name.hpp"

#include "core/text/text.hpp"
#include "core/text/utf8.hpp"

namespace polyglot::config {

std::string plain_name(std::string_view name, std::size_t longest) {
    std::string plain(text::trim(name));
    for (char& c : plain) {
        if (text::is_control(c) ||
            std::string_view(" /\\:*?\"<>|").find(c) != std::string_view::npos)
            c = '_';
    }
    if (plain.size() <= longest) return plain;
    std::size_t end = longest;
    while (end > 0 && text::is_continuation_byte(plain[end]))
        --end;
    plain.resize(end);
    return plain;
}

bool is_device_name(std::string_view name) {
    name = text::trim_right(name.substr(0, name.find('.')));
    for (const std::string_view device : {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"})
        if (text::equal_ignoring_case(name, device)) return true;
    if (!text::equal_ignoring_case(name.substr(0, 3), "COM") &&
        !text::equal_ignoring_case(name.substr(0, 3), "LPT"))
        return false;
    const std::string_view number = name.substr(3);
    return (number.size() == 1 && text::is_digit(number[0])) || number == "\xc2\xb9" ||
           number == "\xc2\xb2" || number == "\xc2\xb3"; // superscript 1, 2, 3
}

std::string path_part(std::string_view name) {
    // In bytes; file systems accept 255 for all parts of one name.
    constexpr std::size_t longest = 80;
    std::string part = plain_name(name, longest - 1);
    const bool is_utf8 = text::is_utf8(part);
    for (char& c : part)
        if (c == '{' || c == '}' || (!is_utf8 && static_cast<unsigned char>(c) >= 0x80U)) c = '_';
    if (!part.empty() && part.front() == '.') part.front() = '_';
    if (!part.empty() && part.back() == '.') part.back() = '_';
    if (part.empty() || is_device_name(part)) part.insert(0, 1, '_');
    return part;
}

} // namespace polyglot::config
