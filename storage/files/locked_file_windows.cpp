#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/locked_file.hpp"
#include "storage/files/patience.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <windows.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

OVERLAPPED at(std::uint64_t offset) {
    OVERLAPPED position{};
    position.Offset = static_cast<DWORD>(offset & 0xffffffffU);
    position.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    return position;
}

class WindowsLockedFile final : public LockedFile {
  public:
    WindowsLockedFile(HANDLE handle, fs::path path) : handle_(handle), path_(std::move(path)) {}
    WindowsLockedFile(const WindowsLockedFile&) = delete;
    WindowsLockedFile& operator=(const WindowsLockedFile&) = delete;
    ~WindowsLockedFile() override { ::CloseHandle(handle_); } // which releases the lock

    Error error(std::string_view reason) const {
        return make_error(to_text(path_) + ": " + std::string(reason));
    }
    Error system_error() const {
        return error(system_message({static_cast<int>(::GetLastError()), std::system_category()}));
    }

    // Checks the file after opening.
    Result<void> check();
    // Windows blocks all other access to locked bytes, so a byte beyond the end of any file is
    // locked.
    Result<bool> try_lock() const;
    // Returns true if the file still has its name.
    bool is_current() const;

    std::uint64_t size() const override {
        LARGE_INTEGER size{};
        return ::GetFileSizeEx(handle_, &size) != 0 ? static_cast<std::uint64_t>(size.QuadPart) : 0;
    }
    std::uint64_t identity() const override { return identity_of(opened_); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override;
    Result<void> append(std::string_view bytes) override;
    Result<void> remove() override;

  private:
    static std::uint64_t identity_of(const BY_HANDLE_FILE_INFORMATION& file) {
        const std::uint64_t number = std::uint64_t{file.nFileIndexHigh} << 32U | file.nFileIndexLow;
        return file.dwVolumeSerialNumber * 0x9e3779b97f4a7c15U ^ number;
    }

    HANDLE handle_;
    fs::path path_;
    BY_HANDLE_FILE_INFORMATION opened_{};
};

Result<void> WindowsLockedFile::check() {
    if (::GetFileInformationByHandle(handle_, &opened_) == 0) return system_error();
    if ((opened_.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) return error("is a link");
    if ((opened_.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return error("is a directory");
    if (::GetFileType(handle_) != FILE_TYPE_DISK) return error("is not a regular file");
    return {};
}

Result<bool> WindowsLockedFile::try_lock() const {
    OVERLAPPED position = at(std::uint64_t{1} << 62U);
    if (::LockFileEx(handle_, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                     &position) != 0)
        return true;
    const DWORD code = ::GetLastError();
    if (code == ERROR_LOCK_VIOLATION || code == ERROR_IO_PENDING) return false;
    return system_error();
}

bool WindowsLockedFile::is_current() const {
    HANDLE other = ::CreateFileW(path_.c_str(), 0, share_all, nullptr, OPEN_EXISTING,
                                 FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
    if (other == INVALID_HANDLE_VALUE) return false;
    BY_HANDLE_FILE_INFORMATION named{};
    const bool known = ::GetFileInformationByHandle(other, &named) != 0;
    ::CloseHandle(other);
    return known && identity_of(named) == identity_of(opened_);
}

std::size_t WindowsLockedFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
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

Result<void> WindowsLockedFile::append(std::string_view bytes) {
    const std::uint64_t before = size();
    for (std::uint64_t end = before; !bytes.empty();) {
        OVERLAPPED position = at(end);
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1U << 30U));
        if (::WriteFile(handle_, bytes.data(), wanted, &count, &position) == 0 || count == 0) {
            Error failed = system_error();
            LARGE_INTEGER old_end{};
            old_end.QuadPart = static_cast<LONGLONG>(before);
            if (::SetFilePointerEx(handle_, old_end, nullptr, FILE_BEGIN) != 0)
                // On failure the last line is incomplete, which readers recognise.
                static_cast<void>(::SetEndOfFile(handle_));
            return failed;
        }
        bytes.remove_prefix(count);
        end += count;
    }
    return {};
}

// A removed file keeps its name until its last handle is closed, and Wine opens it again until
// then: a process that waits for the lock would add games to it. So it loses its name first.
Result<void> WindowsLockedFile::remove() {
    const std::wstring nameless = path_.native() + L".removed-" + std::to_wstring(identity());
    const bool moved = ::MoveFileExW(path_.c_str(), nameless.c_str(), 0) != 0;
    if (::DeleteFileW(moved ? nameless.c_str() : path_.c_str()) == 0) return system_error();
    return {};
}

} // namespace

// `beside` is not used, because every file has the rights that its folder gives to new files.
Result<OpenedLockedFile> open_locked_file(const fs::path& path, const fs::path& /*beside*/,
                                          MakeLockedFile make, std::chrono::milliseconds patience) {
    Patience wait(patience);
    for (;;) {
        HANDLE handle =
            ::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, share_all, nullptr,
                          make == MakeLockedFile::Never ? OPEN_EXISTING : OPEN_ALWAYS,
                          FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
        const DWORD code = handle == INVALID_HANDLE_VALUE ? ::GetLastError() : ERROR_SUCCESS;
        const bool is_missing = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND;
        if (is_missing && make == MakeLockedFile::Never) return OpenedLockedFile{};
        // ERROR_ACCESS_DENIED is also the code for a file that was removed while another process
        // has it open.
        const bool is_held = code == ERROR_SHARING_VIOLATION || code == ERROR_ACCESS_DENIED;
        if (is_held && wait.pause()) continue;
        if (code == ERROR_SHARING_VIOLATION || (is_held && patience.count() == 0))
            return OpenedLockedFile{.is_busy = true};
        if (handle == INVALID_HANDLE_VALUE)
            return make_error(to_text(path) + ": " +
                              system_message({static_cast<int>(code), std::system_category()}));
        auto file = std::make_unique<WindowsLockedFile>(handle, path);
        if (const auto checked = file->check(); !checked) return checked.error();
        const auto locked = file->try_lock();
        if (!locked) return locked.error();
        if (*locked && file->is_current()) return OpenedLockedFile{.file = std::move(file)};
        if (!wait.pause()) return OpenedLockedFile{.is_busy = true};
    }
}

} // namespace polyglot::io
