#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include "adapter/io/replace_file.hpp"

#include <string>
#include <system_error>
#include <windows.h>

namespace polyglot::io {
namespace {

Error system_error(const std::filesystem::path& path, DWORD code) {
    return make_error(path.string() + ": " + std::system_category().message(static_cast<int>(code)));
}

bool write_all(HANDLE handle, std::string_view bytes) {
    while (!bytes.empty()) {
        DWORD count = 0;
        if (::WriteFile(handle, bytes.data(), static_cast<DWORD>(bytes.size()), &count, nullptr) == 0) return false;
        bytes.remove_prefix(count);
    }
    return ::FlushFileBuffers(handle) != 0;
}

} // namespace

Result<void> replace_file(const std::filesystem::path& named, std::string_view bytes) {
    std::error_code ignored;
    const auto status = std::filesystem::status(named, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return make_error(named.string() + ": is not a regular file");
    const bool is_link = std::filesystem::is_symlink(std::filesystem::symlink_status(named, ignored));
    const std::filesystem::path file = is_link ? std::filesystem::weakly_canonical(named, ignored) : named;
    // A name of its own for each writer: two adapters may save at the same moment.
    std::filesystem::path temporary = file;
    temporary += "." + std::to_string(::GetCurrentProcessId());
    HANDLE handle =
        ::CreateFileW(temporary.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return system_error(file, ::GetLastError());
    const bool written = write_all(handle, bytes);
    DWORD code = ::GetLastError();
    ::CloseHandle(handle);
    if (written &&
        ::MoveFileExW(temporary.c_str(), file.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0)
        return {};
    if (written) code = ::GetLastError();
    ::DeleteFileW(temporary.c_str());
    return system_error(file, code);
}

} // namespace polyglot::io
#endif
