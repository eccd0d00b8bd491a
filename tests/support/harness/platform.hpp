// Differences of the systems that tests need. Test cases for a single system are in
// *_posix_test.cpp and *_windows_test.cpp.
#pragma once

namespace polyglot::test {

// On Windows an open file keeps its name: its folder cannot be removed, and a removed file
// disappears when it is closed.
#ifdef _WIN32
constexpr bool open_files_keep_their_names = true;
#else
constexpr bool open_files_keep_their_names = false;
#endif

} // namespace polyglot::test
