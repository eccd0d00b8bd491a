#include "storage/files/rename_windows.hpp"

#include "core/text/path_text.hpp"
#include "storage/files/patience.hpp"
#include "storage/files/temporary_file.hpp"
#include "storage/files/whole_path.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr std::string_view aside_ending = ".polyglot-old";

// FILE_RENAME_INFO begins with a BOOLEAN for FileRenameInfo and with flags for FileRenameInfoEx.
DWORD set_name(HANDLE file, const fs::path& name, FILE_INFO_BY_HANDLE_CLASS kind, DWORD flags) {
    const std::wstring full = whole_path(name).make_preferred().native();
    const std::size_t bytes = full.size() * sizeof(wchar_t);
    // The buffer is aligned and zeroed, because Wine reads the name up to a zero, whatever its
    // length.
    std::vector<std::uint64_t> buffer((sizeof(FILE_RENAME_INFO) + bytes) / sizeof(std::uint64_t) +
                                      1);
    FILE_RENAME_INFO information{};
    information.FileNameLength = static_cast<DWORD>(bytes);
    std::memcpy(&information, &flags, sizeof flags);
    std::memcpy(buffer.data(), &information, sizeof information);
    std::memcpy(reinterpret_cast<std::byte*>(buffer.data()) + offsetof(FILE_RENAME_INFO, FileName),
                full.data(), bytes);
    const auto size = static_cast<DWORD>(sizeof information + bytes);
    return ::SetFileInformationByHandle(file, kind, buffer.data(), size) != 0 ? ERROR_SUCCESS
                                                                              : ::GetLastError();
}

// Replaces the target in one step, also while other programs have it open, if they share its
// deletion (Windows 10 and later, on NTFS). Some systems report success without an effect, so the
// old name is checked.
bool replace_like_posix(HANDLE file, const fs::path& path, const fs::path& target) {
    // Missing in older headers.
    constexpr auto file_rename_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
    constexpr DWORD replace_if_exists = 1, posix_semantics = 2;
    return set_name(file, target, file_rename_info_ex, replace_if_exists | posix_semantics) ==
               ERROR_SUCCESS &&
           ::GetFileAttributesW(path.c_str()) == INVALID_FILE_ATTRIBUTES;
}

// Replaces the target in two steps, for systems without that function (Wine, FAT). A file that
// others have open cannot be replaced, but it can be renamed. A kill between the two steps leaves
// the old file complete under the name that repair_replacement() knows.
DWORD replace_aside(HANDLE file, const fs::path& path, const fs::path& target) {
    HANDLE old = ::CreateFileW(target.c_str(), DELETE | SYNCHRONIZE, share_all, nullptr,
                               OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (old == INVALID_HANDLE_VALUE) return ::GetLastError();
    fs::path aside = path;
    aside.replace_extension(to_path(aside_ending));
    DWORD code = rename_open_file(old, aside, Replace::Yes);
    if (code == ERROR_SUCCESS) {
        // repair_replacement() may have restored it.
        code = rename_open_file(file, target, Replace::Yes);
        if (code == ERROR_SUCCESS) {
            FILE_DISPOSITION_INFO gone{};
            gone.DeleteFile = TRUE; // deleted when the last handle is closed
            ::SetFileInformationByHandle(old, FileDispositionInfo, &gone, sizeof gone);
        } else {
            rename_open_file(old, target, Replace::No);
        }
    }
    ::CloseHandle(old);
    return code;
}

// Returns true for TARGET.12-3.polyglot-old.
bool is_aside_name(std::string_view name, std::string_view target) {
    if (!name.ends_with(aside_ending)) return false;
    name.remove_suffix(aside_ending.size());
    return is_temporary_name(std::string(name) + ".polyglot-part", target);
}

bool is_aside(const fs::path& target) {
    WIN32_FIND_DATAW found{};
    const std::wstring pattern = target.native() + L".*" + to_path(aside_ending).native();
    HANDLE search = ::FindFirstFileW(pattern.c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) return false;
    ::FindClose(search);
    return true;
}

// For a folder and a read-only file Windows returns the code of a file in use, and Wine replaces
// the file, so both are checked here.
bool may_be_replaced(const fs::path& target) {
    const DWORD attributes = ::GetFileAttributesW(target.c_str());
    return attributes == INVALID_FILE_ATTRIBUTES ||
           (attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_READONLY)) == 0;
}

} // namespace

HANDLE open_replaceable(const fs::path& path, DWORD access, DWORD flags) {
    const auto open = [&] {
        return ::CreateFileW(path.c_str(), access, share_all, nullptr, OPEN_EXISTING,
                             FILE_ATTRIBUTE_NORMAL | flags, nullptr);
    };
    HANDLE file = open();
    Patience patience(std::chrono::milliseconds(100));
    // A replacement may end, and another one begin, between the two looks of a round.
    for (int missing = 0; file == INVALID_HANDLE_VALUE && missing < 3; file = open()) {
        if (::GetLastError() != ERROR_FILE_NOT_FOUND) break;
        if (!is_aside(path)) {
            ++missing;
        } else if (!patience.pause()) {
            repair_replacement(path);
            ++missing;
        }
    }
    return file;
}

DWORD rename_open_file(HANDLE file, const fs::path& name, Replace replace) {
    return set_name(file, name, FileRenameInfo, replace == Replace::Yes ? 1 : 0);
}

bool is_held_by_others(DWORD code) {
    return code == ERROR_SHARING_VIOLATION || code == ERROR_LOCK_VIOLATION ||
           code == ERROR_USER_MAPPED_FILE || code == ERROR_ACCESS_DENIED;
}

DWORD replace_patiently(HANDLE file, const fs::path& path, const fs::path& target,
                        const std::function<bool()>& wait) {
    while (may_be_replaced(target)) {
        if (replace_like_posix(file, path, target)) return ERROR_SUCCESS;
        DWORD code = rename_open_file(file, target, Replace::Yes);
        if (is_held_by_others(code)) code = replace_aside(file, path, target);
        if (!is_held_by_others(code) || !wait()) return code;
    }
    return ERROR_ACCESS_DENIED;
}

void repair_replacement(const fs::path& target) {
    std::error_code error;
    auto entry = fs::directory_iterator(
        target.has_parent_path() ? target.parent_path() : fs::path(u8"."), error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (!is_aside_name(to_text(entry->path().filename()), to_text(target.filename()))) continue;
        // The first one gets the name, if it is free. A file that cannot be moved for another
        // reason stays.
        if (::MoveFileExW(entry->path().c_str(), target.c_str(), 0) != 0) continue;
        const DWORD code = ::GetLastError();
        if (code == ERROR_ALREADY_EXISTS || code == ERROR_FILE_EXISTS)
            ::DeleteFileW(entry->path().c_str());
    }
}

} // namespace polyglot::io
