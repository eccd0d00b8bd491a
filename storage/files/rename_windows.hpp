// Renaming an open file on Windows, also in the place of one that others have open.
#pragma once
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <cstdint>
#include <filesystem>
#include <functional>
#include <windows.h>

namespace polyglot::io {

enum class Replace : std::uint8_t { No, Yes };

// file: opened with DELETE. Both return a code of the system, ERROR_SUCCESS when it is done.
DWORD rename_open_file(HANDLE file, const std::filesystem::path& name, Replace replace);
// The file of this path takes the target's place. While others keep the target from being replaced, it calls `wait` and
// tries again, until `wait` returns false.
DWORD replace_patiently(HANDLE file, const std::filesystem::path& path, const std::filesystem::path& target,
                        const std::function<bool()>& wait);
// Is this the code of a file that is open elsewhere?
bool is_held_by_others(DWORD code);

} // namespace polyglot::io
