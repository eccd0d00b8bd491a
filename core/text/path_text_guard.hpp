// Included by the compiler for Windows before every file of the program (libstdc++ 12): what makes
// a path of narrow text, which would be read as Latin-1, does not compile. Use to_path() of
// path_text.hpp, or a u8"literal".
#pragma once
#include <filesystem>

#if defined(_GLIBCXX_FILESYSTEM_IS_WINDOWS) && _GLIBCXX_RELEASE == 12 &&                           \
    !defined(POLYGLOT_NARROW_PATHS)
template <>
auto std::filesystem::path::_S_convert<char>(const char*, const char*) = delete;
#endif
