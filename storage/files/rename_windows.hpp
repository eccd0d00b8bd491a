// Renames an open file on Windows, also to the name of a file that other programs have open, and
// opens a file that is being replaced in this way.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <windows.h>

namespace polyglot::io {

enum class Replace : std::uint8_t { No, Yes };

// file must be opened with DELETE. Both functions return a code of the system, ERROR_SUCCESS when
// the file is renamed.
DWORD rename_open_file(HANDLE file, const std::filesystem::path& name, Replace replace);
// The file of this path replaces the target. While other programs prevent this, the function calls
// `wait` and tries again, until `wait` returns false.
DWORD replace_patiently(HANDLE file, const std::filesystem::path& path,
                        const std::filesystem::path& target, const std::function<bool()>& wait);
// Opens a file that exists, for readers, writers and replacements at the same time. Without a name
// between the two steps of a replacement, the file is waited for; if the process that replaces it
// was killed there, the old file gets its name back. flags: FILE_FLAG_…. Returns
// INVALID_HANDLE_VALUE on failure, with the reason in GetLastError().
HANDLE open_replaceable(const std::filesystem::path& path, DWORD access, DWORD flags);
// Returns true for the codes of a file that is open in another program.
bool is_held_by_others(DWORD code);

} // namespace polyglot::io
