#include "storage/books/book_stamp.hpp"

#include <windows.h>

namespace polyglot::io {
namespace {

std::uint64_t join(DWORD high, DWORD low) {
    return std::uint64_t{high} << 32U | low;
}

} // namespace

std::optional<book::BookStamp> book_stamp(const std::filesystem::path& path) {
    // No access is requested, because another process may be writing.
    HANDLE file =
        ::CreateFileW(path.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                      nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) return std::nullopt;
    BY_HANDLE_FILE_INFORMATION about{};
    const bool known = ::GetFileInformationByHandle(file, &about) != 0;
    ::CloseHandle(file);
    if (!known) return std::nullopt;
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    constexpr std::int64_t tick_ns = 100;
    const std::uint64_t ticks =
        join(about.ftLastWriteTime.dwHighDateTime, about.ftLastWriteTime.dwLowDateTime);
    // Since 1601, because the product would not fit.
    constexpr std::uint64_t ticks_until_1970 = 116'444'736'000'000'000;
    return book::BookStamp{.size = join(about.nFileSizeHigh, about.nFileSizeLow),
                           .identity = about.dwVolumeSerialNumber * spread ^
                                       join(about.nFileIndexHigh, about.nFileIndexLow),
                           .modified_ns =
                               static_cast<std::int64_t>(ticks - ticks_until_1970) * tick_ns};
}

} // namespace polyglot::io
