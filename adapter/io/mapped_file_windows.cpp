#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include "adapter/io/mapped_file.hpp"

#include <cstdint>
#include <limits>
#include <system_error>
#include <windows.h>

namespace polyglot::io {
namespace {

Error system_error(const std::filesystem::path& path, DWORD code) {
    return make_error(path.string() + ": " + std::system_category().message(static_cast<int>(code)));
}

HANDLE as_handle(std::ptrdiff_t file) {
    return reinterpret_cast<HANDLE>(file);
}

} // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return make_error(path.string() + ": is a directory, not a file");
    MappedFile file;
    // FILE_SHARE_DELETE lets a new book be renamed over this one while it is in use.
    HANDLE handle = ::CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                  nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_RANDOM_ACCESS, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return system_error(path, ::GetLastError());
    file.file_ = reinterpret_cast<std::ptrdiff_t>(handle);
    if (::GetFileType(handle) != FILE_TYPE_DISK) return make_error(path.string() + ": is not a regular file");

    LARGE_INTEGER length{};
    if (::GetFileSizeEx(handle, &length) == 0) return system_error(path, ::GetLastError());
    if (static_cast<std::uint64_t>(length.QuadPart) > std::numeric_limits<std::size_t>::max())
        return make_error(path.string() + ": is too large for the address space of this program");
    if (length.QuadPart == 0) return file;

    HANDLE mapping = ::CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping == nullptr) return system_error(path, ::GetLastError());
    void* data = ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    const DWORD code = ::GetLastError();
    ::CloseHandle(mapping); // the view keeps it alive
    if (data == nullptr) return system_error(path, code);
    file.data_ = static_cast<const std::byte*>(data);
    file.size_ = static_cast<std::size_t>(length.QuadPart);
    return file;
}

// Windows refuses to cut a mapped file short.
bool MappedFile::intact() const {
    return true;
}

// Unlocking pages that are not locked takes them out of the working set.
void MappedFile::release_pages() const {
    if (data_ != nullptr) static_cast<void>(::VirtualUnlock(const_cast<std::byte*>(data_), size_));
}

void MappedFile::close() noexcept {
    if (data_ != nullptr) ::UnmapViewOfFile(data_);
    if (file_ != -1) ::CloseHandle(as_handle(file_));
    data_ = nullptr;
    size_ = 0;
    file_ = -1;
}

} // namespace polyglot::io
#endif
