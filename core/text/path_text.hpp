// Names of files as text. Text inside the program is UTF-8; the names of POSIX are bytes and stay
// as they are.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace polyglot {

// These two instead of path's own conversions, which read and write the code page on Windows, or
// throw: a path is never made of a std::string or a literal of char (a u8"literal" is right), and
// never shown by string(). The compiler for Windows refuses the former (path_text_guard.hpp),
// scripts/check_layers the latter. Neither throws for any text or name; on Windows text that is not
// UTF-8 names no file that exists.
std::filesystem::path to_path(std::string_view text);
std::string to_text(const std::filesystem::path& path); // with the separators of the system

} // namespace polyglot
