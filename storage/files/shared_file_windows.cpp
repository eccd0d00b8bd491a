#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/rename_windows.hpp"
#include "storage/files/shared_file.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>
#include <windows.h>

namespace polyglot::io {
namespace {

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// Returns the position for one call only, so that threads do not interfere.
OVERLAPPED at(std::uint64_t offset) {
    OVERLAPPED position{};
    position.Offset = static_cast<DWORD>(offset & 0xffffffffU);
    position.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    return position;
}

// Windows blocks all other access to locked bytes, including reads. So bytes beyond the end of any
// file are locked instead.
OVERLAPPED lock_at(std::uint64_t offset) {
    return at(offset | std::uint64_t{1} << 62U);
}

class WindowsSharedFile final : public SharedFile {
  public:
    explicit WindowsSharedFile(std::filesystem::path path) : path_(std::move(path)) {}
    WindowsSharedFile(const WindowsSharedFile&) = delete;
    WindowsSharedFile& operator=(const WindowsSharedFile&) = delete;
    ~WindowsSharedFile() override {
        if (handle_ != INVALID_HANDLE_VALUE) ::CloseHandle(handle_);
    }

    Result<void> open();

    std::uint64_t size() const override { return size_of(opened_); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override;
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) const override;
    Result<bool> try_lock(std::uint64_t offset, std::uint64_t count) override;
    Result<void> unlock(std::uint64_t offset, std::uint64_t count) override;
    Result<void> overwrite(std::uint64_t offset, std::span<const std::byte> bytes) override;
    Result<bool> is_current() const override;

  private:
    static std::uint64_t size_of(const BY_HANDLE_FILE_INFORMATION& file) {
        return std::uint64_t{file.nFileSizeHigh} << 32U | file.nFileSizeLow;
    }
    Error error(const std::string& reason) const {
        return make_error(to_text(path_) + ": " + reason);
    }
    Error system_error() const {
        return error(system_message({static_cast<int>(::GetLastError()), std::system_category()}));
    }

    std::filesystem::path path_;
    HANDLE handle_ = INVALID_HANDLE_VALUE;
    BY_HANDLE_FILE_INFORMATION opened_{};
};

Result<void> WindowsSharedFile::open() {
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored)) return error("is a directory");
    handle_ = open_replaceable(path_, GENERIC_READ | GENERIC_WRITE, FILE_FLAG_RANDOM_ACCESS);
    if (handle_ == INVALID_HANDLE_VALUE) return system_error();
    if (::GetFileType(handle_) != FILE_TYPE_DISK) return error("is not a regular file");
    if (::GetFileInformationByHandle(handle_, &opened_) == 0) return system_error();
    return {};
}

std::size_t WindowsSharedFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
    std::size_t done = 0;
    while (done < into.size()) {
        OVERLAPPED position = at(offset + done);
        DWORD count = 0;
        const auto wanted =
            static_cast<DWORD>(std::min<std::size_t>(into.size() - done, 1U << 30U));
        if (::ReadFile(handle_, into.data() + done, wanted, &count, &position) == 0 || count == 0)
            break;
        done += count;
    }
    return done;
}

Result<void> WindowsSharedFile::read(std::uint64_t offset, std::span<std::byte> into) const {
    ::SetLastError(ERROR_HANDLE_EOF); // a read without bytes may not set it
    if (read_at(offset, into) == into.size()) return {};
    return ::GetLastError() == ERROR_HANDLE_EOF ? error("has been cut short") : system_error();
}

Result<bool> WindowsSharedFile::try_lock(std::uint64_t offset, std::uint64_t count) {
    OVERLAPPED position = lock_at(offset);
    if (::LockFileEx(handle_, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0,
                     static_cast<DWORD>(count), static_cast<DWORD>(count >> 32U), &position) != 0)
        return true;
    const DWORD code = ::GetLastError();
    if (code == ERROR_LOCK_VIOLATION || code == ERROR_IO_PENDING) return false;
    return system_error();
}

Result<void> WindowsSharedFile::unlock(std::uint64_t offset, std::uint64_t count) {
    OVERLAPPED position = lock_at(offset);
    if (::UnlockFileEx(handle_, 0, static_cast<DWORD>(count), static_cast<DWORD>(count >> 32U),
                       &position) != 0)
        return {};
    return system_error();
}

Result<void> WindowsSharedFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
    OVERLAPPED position = at(offset);
    DWORD count = 0;
    if (::WriteFile(handle_, bytes.data(), static_cast<DWORD>(bytes.size()), &count, &position) ==
        0)
        return system_error();
    if (count != bytes.size()) return error("takes only a part of what is written");
    return {};
}

Result<bool> WindowsSharedFile::is_current() const {
    BY_HANDLE_FILE_INFORMATION now{};
    BY_HANDLE_FILE_INFORMATION named{};
    if (::GetFileInformationByHandle(handle_, &now) == 0) return system_error();
    HANDLE other = open_replaceable(path_, 0, 0);
    if (other == INVALID_HANDLE_VALUE) return system_error();
    const bool known = ::GetFileInformationByHandle(other, &named) != 0;
    const DWORD code = ::GetLastError();
    ::CloseHandle(other);
    ::SetLastError(code);
    if (!known) return system_error();
    if (named.dwVolumeSerialNumber != now.dwVolumeSerialNumber ||
        named.nFileIndexHigh != now.nFileIndexHigh || named.nFileIndexLow != now.nFileIndexLow)
        return false;
    if (size_of(now) < size_of(opened_)) return error("has been cut short since it was opened");
    return true;
}

} // namespace

Result<std::shared_ptr<SharedFile>> open_shared_file(const std::filesystem::path& path) {
    auto file = std::make_shared<WindowsSharedFile>(path);
    if (const auto opened = file->open(); !opened) return opened.error();
    return std::shared_ptr<SharedFile>(std::move(file));
}

// _waccess() succeeds for every folder, so the folder is opened with the right to add files.
bool may_make_files_in(const std::filesystem::path& folder) {
    const HANDLE handle = ::CreateFileW(folder.c_str(), FILE_ADD_FILE, share_all, nullptr,
                                        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return false;
    BY_HANDLE_FILE_INFORMATION information{};
    const bool is_folder = ::GetFileInformationByHandle(handle, &information) != 0 &&
                           (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    ::CloseHandle(handle);
    return is_folder;
}

} // namespace polyglot::io
