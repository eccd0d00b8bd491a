// A log on Windows whose lock another process keeps: it was stopped in the middle of a write, say.
#ifdef _WIN32
#include "adapter/shell/append_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <windows.h>

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("Windows: a file whose lock is never released is still appended to, but not renamed") {
    const test::Folder folder;
    auto file = io::AppendFile::open(folder / "x.log");
    REQUIRE(file.has_value());
    const HANDLE stranger = ::CreateFileW((folder / "x.log").c_str(), GENERIC_READ,
                                          FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                          nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    REQUIRE(stranger != INVALID_HANDLE_VALUE);
    OVERLAPPED at{};
    at.OffsetHigh = 0x40000000;
    REQUIRE(::LockFileEx(stranger, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                         &at) != 0);
    for (const char* const line : {"one\n", "two\n", "three\n"})
        CHECK(file->append(line));
    CHECK(folder.read("x.log") == "one\ntwo\nthree\n");
    CHECK_FALSE(file->rotate(false));
    CHECK(folder.files() == 1);
    ::CloseHandle(stranger);
    CHECK_FALSE(file->rotate(false));
    CHECK(folder.read("x.log.1") == "one\ntwo\nthree\n");
    CHECK(file->append("four\n"));
    CHECK(folder.read("x.log") == "four\n");
}
#endif
