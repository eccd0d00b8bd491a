// Absolute and normal paths. The std::filesystem of mingw-w64 knows drives, but no shares: there
// \\server\share\x is relative to the current drive and becomes C:\server\share\x. These functions
// keep shares (\\server\share) and device names (\\?\C:\x); elsewhere they do what std::filesystem
// does, and scripts/check_layers refuses the latter. No function makes a system call. Tests:
// absolute_path_test.cpp, absolute_path_windows_test.cpp.
#pragma once
#include <filesystem>

namespace polyglot {

// Returns whether the path begins with two separators, which on Windows name a share or a device.
// Always false on other systems.
bool is_on_share(const std::filesystem::path& path);

bool is_absolute_path(const std::filesystem::path& path);

// Returns the path; a relative one begins at start, which must be absolute. `.` and `..` stay.
std::filesystem::path absolute_path(const std::filesystem::path& start,
                                    const std::filesystem::path& path);

// Removes `.` and `..` by the text alone, without looking at links. \\?\ names stay unchanged,
// because Windows takes them as they are.
std::filesystem::path normal_path(const std::filesystem::path& path);

// Returns whether the file is the folder or below it, by the text alone: both must be normal paths.
bool is_within(const std::filesystem::path& file, const std::filesystem::path& folder);

} // namespace polyglot
