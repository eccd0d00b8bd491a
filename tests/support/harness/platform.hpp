// What tests have to know of the system. Whole test cases for one of them are in *_posix_test.cpp,
// *_windows_test.cpp.
#pragma once

namespace polyglot::test {

// Windows: what is open keeps its name. A folder cannot be removed; a file can, and is gone when it
// is closed.
#ifdef _WIN32
constexpr bool open_files_keep_their_names = true;
#else
constexpr bool open_files_keep_their_names = false;
#endif

} // namespace polyglot::test
