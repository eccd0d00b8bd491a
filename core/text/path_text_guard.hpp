// The compiler for Windows includes this file before every file of the program (libstdc++ 12). It
// makes code that creates a path from narrow text, which would be read as Latin-1, fail to compile.
// The alternatives are to_path() of path_text.hpp and a u8"literal".
#pragma once
#include <filesystem>

#if defined(_GLIBCXX_FILESYSTEM_IS_WINDOWS) && _GLIBCXX_RELEASE == 12 &&                           \
    !defined(POLYGLOT_NARROW_PATHS)
template <>
auto std::filesystem::path::_S_convert<char>(const char*, const char*) = delete;
#endif
