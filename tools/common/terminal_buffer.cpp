#include "tools/common/terminal_buffer.hpp"

#include <string>
#include <string_view>

namespace polyglot::tools {
namespace {

// Returns the length of the colour sequence at the beginning of the text, or 0 if there is none.
std::size_t colour_length(std::string_view text) {
    if (!text.starts_with("\x1b[")) return 0;
    const std::size_t end = text.find_first_not_of("0123456789;", 2);
    return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

} // namespace

std::streambuf::int_type TerminalBuffer::overflow(int_type c) {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize TerminalBuffer::xsputn(const char* text, std::streamsize size) {
    constexpr std::string_view kept = "\n\r\t";
    constexpr std::string_view erase_line = "\x1b[K";
    std::string shown(text, static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto byte = static_cast<unsigned char>(shown[i]);
        if (std::string_view(shown).substr(i).starts_with(erase_line)) {
            i += erase_line.size() - 1;
            continue;
        }
        if (const std::size_t length =
                colours_pass_ ? colour_length(std::string_view(shown).substr(i)) : 0;
            length > 0) {
            i += length - 1;
            continue;
        }
        const bool is_control =
            byte < 0x20 ? kept.find(shown[i]) == std::string_view::npos : byte == 0x7f;
        const bool is_c1 = after_c2_ && byte >= 0x80 && byte < 0xa0; // U+0080 to U+009F
        after_c2_ = byte == 0xc2;
        if (is_control || is_c1) shown[i] = '?';
    }
    return to_->sputn(shown.data(), size) == size ? size : 0;
}

} // namespace polyglot::tools
