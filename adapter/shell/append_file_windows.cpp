#include "adapter/shell/append_file.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"

#include <system_error>
#include <utility>
#include <windows.h>

namespace polyglot::io {

namespace fs = std::filesystem;

struct AppendFile::Impl {
    Impl(fs::path path, HANDLE opened) : file(std::move(path)), handle(opened) {}
    ~Impl() { ::CloseHandle(handle); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    fs::path file;
    HANDLE handle;
    bool lock_is_free = true; // as far as is known
};

namespace {

std::string last_error() {
    return system_message({static_cast<int>(::GetLastError()), std::system_category()});
}

// Opens the file so that other processes may rename it.
HANDLE open_file(const fs::path& file) {
    return ::CreateFileW(file.c_str(), FILE_APPEND_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE,
                         FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                         OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
}

bool is_same_file(HANDLE handle, const fs::path& file) {
    BY_HANDLE_FILE_INFORMATION ours{};
    BY_HANDLE_FILE_INFORMATION named{};
    const HANDLE other = ::CreateFileW(file.c_str(), FILE_READ_ATTRIBUTES,
                                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                       nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (other == INVALID_HANDLE_VALUE) return false;
    const bool known = ::GetFileInformationByHandle(handle, &ours) != 0 &&
                       ::GetFileInformationByHandle(other, &named) != 0;
    ::CloseHandle(other);
    return known && ours.dwVolumeSerialNumber == named.dwVolumeSerialNumber &&
           ours.nFileIndexHigh == named.nFileIndexHigh && ours.nFileIndexLow == named.nFileIndexLow;
}

// Locks a byte beyond the end of any file, since locked bytes cannot be read or written by others.
// Another process holds the lock for one write or one renaming, unless it is stopped in between. So
// there are a few tries, then one in each millisecond until the time is over.
class Lock {
  public:
    Lock(HANDLE handle, ULONGLONG patience_ms) : handle_(handle) {
        constexpr int quick_tries = 50;
        const ULONGLONG end = ::GetTickCount64() + patience_ms;
        for (int tries = 1; !try_lock(); ++tries) {
            if (tries >= quick_tries && ::GetTickCount64() >= end) return;
            ::Sleep(tries < quick_tries ? 0 : 1);
        }
    }
    ~Lock() { unlock(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    bool locked() const { return locked_; }
    void unlock() {
        OVERLAPPED at = position();
        if (std::exchange(locked_, false)) ::UnlockFileEx(handle_, 0, 1, 0, &at);
    }

  private:
    bool try_lock() {
        OVERLAPPED at = position();
        locked_ = ::LockFileEx(handle_, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1,
                               0, &at) != 0;
        return locked_;
    }
    static OVERLAPPED position() {
        OVERLAPPED at{};
        at.OffsetHigh = 0x40000000;
        return at;
    }
    HANDLE handle_;
    bool locked_ = false;
};

} // namespace

AppendFile::AppendFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
AppendFile::AppendFile(AppendFile&&) noexcept = default;
AppendFile& AppendFile::operator=(AppendFile&&) noexcept = default;
AppendFile::~AppendFile() = default;

Result<AppendFile> AppendFile::open(const fs::path& file) {
    const HANDLE handle = open_file(file);
    if (handle == INVALID_HANDLE_VALUE) return make_error(last_error());
    return AppendFile(std::make_unique<Impl>(file, handle));
}

// An append is atomic on Windows, but under Wine it is a seek and a write, and a write between them
// is lost. So the file is locked. A process that is stopped while it holds the lock is waited for
// once, and not again until the lock has been free.
bool AppendFile::append(std::string_view bytes) {
    constexpr ULONGLONG longest_ms = 1000;
    const Lock lock(impl_->handle, impl_->lock_is_free ? longest_ms : 0);
    impl_->lock_is_free = lock.locked();
    while (!bytes.empty()) {
        DWORD written = 0;
        const auto size = static_cast<DWORD>(bytes.size());
        if (::WriteFile(impl_->handle, bytes.data(), size, &written, nullptr) == 0 || written == 0)
            return false;
        bytes.remove_prefix(written);
    }
    return true;
}

std::optional<std::uint64_t> AppendFile::size() const {
    LARGE_INTEGER size{};
    if (::GetFileType(impl_->handle) != FILE_TYPE_DISK ||
        ::GetFileSizeEx(impl_->handle, &size) == 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(size.QuadPart);
}

std::optional<std::string> AppendFile::rotate(bool force) {
    Lock lock(impl_->handle, 0);
    if (!lock.locked() && !force) return std::nullopt;
    if (is_same_file(impl_->handle, impl_->file)) {
        const fs::path old = fs::path(impl_->file) += u8".1";
        if (::MoveFileExW(impl_->file.c_str(), old.c_str(), MOVEFILE_REPLACE_EXISTING) == 0) {
            // A process that has not written since then still has the previous FILE.1 open.
            if (!force) return std::nullopt;
            std::string why = to_text(old) + " cannot be replaced: " + last_error();
            const HANDLE emptied =
                ::CreateFileW(impl_->file.c_str(), GENERIC_WRITE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                              TRUNCATE_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
            if (emptied == INVALID_HANDLE_VALUE) return std::nullopt;
            ::CloseHandle(emptied);
            return why;
        }
    }
    const HANDLE fresh = open_file(impl_->file);
    if (fresh == INVALID_HANDLE_VALUE) return std::nullopt; // goes on in the old file
    lock.unlock();
    ::CloseHandle(impl_->handle);
    impl_->handle = fresh;
    return std::nullopt;
}

} // namespace polyglot::io
