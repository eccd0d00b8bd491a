#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/folder.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>
#include <windows.h>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

Error system_error(const fs::path& path) {
    return make_error(to_text(path) + ": " +
                      system_message({static_cast<int>(::GetLastError()), std::system_category()}));
}

// Without FILE_SHARE_DELETE the folder keeps its name and place while it is open, so that paths
// lead to it.
HANDLE hold(const fs::path& path, DWORD more_access, DWORD more_flags) {
    return ::CreateFileW(path.c_str(), FILE_LIST_DIRECTORY | more_access,
                         FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                         FILE_FLAG_BACKUP_SEMANTICS | more_flags, nullptr);
}

bool is_plain_folder(HANDLE handle) {
    BY_HANDLE_FILE_INFORMATION information{};
    return ::GetFileInformationByHandle(handle, &information) != 0 &&
           (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
           (information.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
}

void add_names(const std::byte* block, std::vector<std::string>& names) {
    while (true) {
        const auto* const entry = reinterpret_cast<const FILE_ID_BOTH_DIR_INFO*>(block);
        const std::wstring_view name(entry->FileName, entry->FileNameLength / sizeof(wchar_t));
        if (name != L"." && name != L"..") names.push_back(to_text(fs::path(name)));
        if (entry->NextEntryOffset == 0) return;
        block += entry->NextEntryOffset;
    }
}

} // namespace

Result<Folder::Pointer> Folder::open(const fs::path& path) {
    std::shared_ptr<Folder> folder(new Folder(path.empty() ? fs::path(u8".") : path));
    const HANDLE handle = hold(folder->path(), 0, 0);
    if (handle == INVALID_HANDLE_VALUE) return system_error(path);
    folder->handle_ = handle;
    return Pointer(std::move(folder));
}

// The access control list that the folder inherits decides who may enter it.
Result<Folder::Pointer> Folder::own(Pointer parent, const std::string& name, Make make) {
    std::shared_ptr<Folder> folder(new Folder(parent->path() / to_path(name)));
    if (make != Make::Never && ::CreateDirectoryW(folder->path().c_str(), nullptr) == 0 &&
        (::GetLastError() != ERROR_ALREADY_EXISTS || make == Make::MustBeNew))
        return system_error(folder->path());
    const HANDLE handle = hold(folder->path(), DELETE, FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle == INVALID_HANDLE_VALUE && ::GetLastError() == ERROR_SHARING_VIOLATION)
        return make_error(to_text(folder->path()) + ": another process is at work there");
    if (handle == INVALID_HANDLE_VALUE) return system_error(folder->path());
    folder->handle_ = handle;
    if (!is_plain_folder(handle))
        return make_error(to_text(folder->path()) + ": is a link, not a folder");
    folder->parent_ = std::move(parent);
    folder->name_ = name;
    return Pointer(std::move(folder));
}

Folder::~Folder() {
    if (lock_ != nullptr) ::CloseHandle(lock_);
    if (handle_ != nullptr) ::CloseHandle(handle_);
}

// The lock is a file in the folder that cannot be opened a second time, and that Windows deletes
// with its last handle.
bool Folder::lock() const {
    if (lock_ != nullptr) return true;
    const HANDLE handle =
        ::CreateFileW((path_ / u8"lock").c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                      FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return false;
    lock_ = handle;
    return true;
}

bool Folder::remove() const {
    if (lock_ != nullptr) ::CloseHandle(lock_);
    lock_ = nullptr;
    FILE_DISPOSITION_INFO gone{};
    gone.DeleteFile = TRUE; // deleted when the handle is closed
    return ::SetFileInformationByHandle(handle_, FileDispositionInfo, &gone, sizeof gone) != 0;
}

// Under Wine FindFirstFile() shares no deletion, so it cannot open what own() holds; and a handle
// shows the folder as it was at the first listing, so a new one is opened each time.
std::vector<std::string> Folder::names() const {
    std::vector<std::string> names;
    const HANDLE now = ::CreateFileW(path_.c_str(), FILE_LIST_DIRECTORY,
                                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                     nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (now == INVALID_HANDLE_VALUE) return names;
    alignas(FILE_ID_BOTH_DIR_INFO) std::array<std::byte, 1U << 14U> block{};
    while (::GetFileInformationByHandleEx(now, FileIdBothDirectoryInfo, block.data(),
                                          static_cast<DWORD>(block.size())) != 0)
        add_names(block.data(), names);
    ::CloseHandle(now);
    return names;
}

bool Folder::has(const std::string& name) const {
    std::error_code error;
    return fs::exists(fs::symlink_status(path_ / to_path(name), error));
}

void Folder::remove_file(const std::string& name) const {
    ::DeleteFileW((path_ / to_path(name)).c_str());
}

bool remove_file(const FileAt& file) {
    return ::DeleteFileW(file.path().c_str()) != 0;
}

} // namespace polyglot::io
