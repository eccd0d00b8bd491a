// Opening a file with the system's call, which tells what has failed by errno.
#include "storage/files/open_posix.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

TEST_CASE("a file is opened once, whatever errno was left from before") {
    const test::Folder folder;
    errno = EINTR;
    const OpenedFile first = open_file(folder / "file", O_RDWR | O_CREAT, 0600);
    REQUIRE_MESSAGE(first.descriptor >= 0, first.why());
    ::close(first.descriptor);
    CHECK(first.error == 0);

    const OpenedFile missing = open_file(folder / "missing", O_RDONLY);
    CHECK(missing.descriptor < 0);
    CHECK(missing.error == ENOENT);
}

} // namespace
} // namespace polyglot::io
