// Files that are no books for reasons of POSIX.
#include "storage/books/book_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <unistd.h>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

TEST_CASE("a device, and a file without permission, are no books") {
    const auto device = io::open_book("/dev/null");
    REQUIRE(device.has_error());
    CHECK(device.error().message == "/dev/null: is not a regular file");
    const test::Folder folder;
    const fs::path closed = folder.write("closed.bin", std::string(16, 'x'));
    fs::permissions(closed, fs::perms::none);
    if (::geteuid() == 0) {
        MESSAGE("skipped: root has all rights");
        return;
    }
    const auto opened = io::open_book(closed);
    REQUIRE(opened.has_error());
    CHECK(opened.error().message == closed.string() + ": Permission denied");
}
