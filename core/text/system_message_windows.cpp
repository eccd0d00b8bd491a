#include "core/text/system_message.hpp"
#include "core/text/utf16.hpp"

#include <array>
#include <string_view>
#include <windows.h>

namespace polyglot {

namespace {

// Sockets' errors have numbers of POSIX from 100 on, for which msvcrt.dll says "Unknown error".
std::string posix_message(const std::error_condition& condition) {
    if (condition == std::errc::address_in_use) return "Address already in use";
    if (condition == std::errc::address_not_available) return "Cannot assign requested address";
    if (condition == std::errc::connection_refused) return "Connection refused";
    if (condition == std::errc::connection_reset) return "Connection reset by peer";
    if (condition == std::errc::timed_out) return "Connection timed out";
    std::string text = condition.message();
    return text.starts_with("Unknown error") ? std::string() : text;
}

} // namespace

std::string system_message(const std::error_code& error) {
    const std::error_condition general = error.default_error_condition();
    if (general.category() == std::generic_category())
        if (std::string text = posix_message(general); !text.empty()) return text;
    std::array<wchar_t, 512> units{};
    constexpr DWORD english = MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US);
    constexpr DWORD from_system = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
    DWORD size = 0;
    for (const DWORD language : {english, DWORD{0}})
        if (size == 0)
            size =
                ::FormatMessageW(from_system, nullptr, static_cast<DWORD>(error.value()), language,
                                 units.data(), static_cast<DWORD>(units.size()), nullptr);
    std::wstring_view words(units.data(), size);
    while (!words.empty() && (words.back() <= L' ' || words.back() == L'.'))
        words.remove_suffix(1);
    if (words.empty()) return "system error " + std::to_string(error.value());
    return text::to_utf8(std::u16string(words.begin(), words.end()));
}

} // namespace polyglot
