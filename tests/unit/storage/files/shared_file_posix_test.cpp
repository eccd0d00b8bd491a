// Calls of the system that a signal may interrupt.
#include "storage/files/shared_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <array>
#include <cerrno>
#include <cstddef>

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("a call that has succeeded is not repeated, whatever errno is left from another one") {
    const test::Folder folder;
    const auto opened = io::open_shared_file(folder.write("book", "abc"));
    REQUIRE(opened.has_value());
    std::array<std::byte, 4> bytes{};
    errno = EINTR;
    CHECK((*opened)->read_at(0, bytes) == 3);
    errno = EINTR;
    CHECK((*opened)->try_lock(0, 1).value());
    errno = EINTR;
    CHECK((*opened)->unlock(0, 1).has_value());
}
