// Names of files as text. Text inside the program is UTF-8; names on POSIX are bytes and stay
// unchanged. Test: path_text_posix_test.cpp.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace polyglot {

// These two functions replace the conversions of std::filesystem::path, which on Windows use the
// code page, or throw. A path must not be made from a std::string or a literal of char (a
// u8"literal" is right), nor be shown by string(). The compiler for Windows refuses the former
// (path_text_guard.hpp), scripts/check_layers the latter. Neither function throws for any text or
// name; on Windows, text that is not UTF-8 names no file that exists.
std::filesystem::path to_path(std::string_view text);
std::string to_text(const std::filesystem::path& path); // with the separators of the system

} // namespace polyglot
