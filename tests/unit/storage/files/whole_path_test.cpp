#include "storage/files/whole_path.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

TEST_CASE("a relative path begins at the current folder") {
    CHECK(io::whole_path(u8"a/b.bin") == fs::current_path() / u8"a" / u8"b.bin");
    const test::Folder folder;
    CHECK(io::whole_path(folder / "b.bin") == folder / "b.bin");
}

TEST_CASE("a resolved path names the same file, which need not exist") {
    const test::Folder folder;
    const fs::path book = folder.write("book.bin", "x");
    CHECK(fs::equivalent(io::resolved_path(folder / "new" / ".." / "book.bin"), book));
    const fs::path missing = io::resolved_path(folder / "missing.bin");
    CHECK(missing.filename() == u8"missing.bin");
    CHECK(fs::equivalent(missing.parent_path(), book.parent_path()));
}
