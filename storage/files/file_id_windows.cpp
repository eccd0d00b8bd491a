#include "storage/files/file_id.hpp"

#include <windows.h>

namespace polyglot::io {

std::optional<FileId> find_file_id(const std::filesystem::path& file) {
    // Access 0 is enough to query attributes. FILE_FLAG_BACKUP_SEMANTICS is required to open
    // folders.
    const HANDLE handle =
        ::CreateFileW(file.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                      nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return std::nullopt;
    BY_HANDLE_FILE_INFORMATION information{};
    const bool asked = ::GetFileInformationByHandle(handle, &information) != 0;
    ::CloseHandle(handle);
    if (!asked) return std::nullopt;
    return FileId{information.dwVolumeSerialNumber,
                  std::uint64_t{information.nFileIndexHigh} << 32U | information.nFileIndexLow};
}

} // namespace polyglot::io
