#include "core/text/code_page.hpp"
#include "core/text/utf16.hpp"
#include "core/text/utf8.hpp"

#include <windows.h>

namespace polyglot::text {
namespace {

// Returns the system's code page. GetACP() does not: it returns UTF-8 in a program whose manifest
// requests UTF-8.
unsigned ansi_code_page() {
    // Used for languages without a code page, and for systems set to UTF-8.
    constexpr unsigned western = 1252;
    DWORD page = 0;
    const int size = ::GetLocaleInfoEx(
        LOCALE_NAME_SYSTEM_DEFAULT, LOCALE_IDEFAULTANSICODEPAGE | LOCALE_RETURN_NUMBER,
        reinterpret_cast<LPWSTR>(&page), sizeof page / sizeof(wchar_t));
    return size == 0 || page == CP_ACP || page == CP_UTF8 ? western : page;
}

} // namespace

std::string decode_native(std::string bytes) {
    return is_utf8(bytes) ? bytes : decode_code_page(bytes, ansi_code_page());
}

std::string decode_code_page(std::string_view bytes, unsigned code_page) {
    const int size = static_cast<int>(bytes.size());
    const int length = ::MultiByteToWideChar(code_page, 0, bytes.data(), size, nullptr, 0);
    std::wstring units(static_cast<std::size_t>(length), L'\0');
    ::MultiByteToWideChar(code_page, 0, bytes.data(), size, units.data(), length);
    return to_utf8(std::u16string(units.begin(), units.end()));
}

} // namespace polyglot::text
