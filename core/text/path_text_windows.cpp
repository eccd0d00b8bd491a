#include "core/text/path_text.hpp"
#include "core/text/utf16.hpp"

namespace polyglot {

std::filesystem::path to_path(std::string_view text) {
    const std::u16string units = text::to_utf16(text);
    return std::wstring(units.begin(), units.end());
}

std::string to_text(const std::filesystem::path& path) {
    const std::wstring units = std::filesystem::path(path).make_preferred().native();
    return text::to_utf8(std::u16string(units.begin(), units.end()));
}

} // namespace polyglot
