// Temporary folders: permissions, and names that lead elsewhere, which Windows keeps from changing.
#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/temporary_folder.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

unsigned mode_of(const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
}

TEST_CASE(
    "a temporary folder is closed to others, and nothing is removed that is not of make-book") {
    const test::Folder home;
    const fs::path left_over = home / "book.bin.7.polyglot-runs";
    const auto file = home / "book.bin";
    fs::create_directories(left_over / "seen");
    for (const char* const name :
         {"notes.txt", "1.pgstats.old", "x.pgstats", "checkpoint2", "seen/mine"})
        std::ofstream(left_over / name) << "mine";
    std::ofstream(left_over / "1.pgstats") << "x";
    TemporaryFolder::remove_left_overs(file);
    CHECK(!fs::exists(left_over / "1.pgstats"));
    for (const char* const name :
         {"notes.txt", "1.pgstats.old", "x.pgstats", "checkpoint2", "seen/mine"})
        CHECK(fs::exists(left_over / name));

    // What others may write to is left alone, and not used either.
    std::ofstream(left_over / "1.pgstats") << "x";
    fs::permissions(left_over, fs::perms::all);
    TemporaryFolder::remove_left_overs(file);
    CHECK(fs::exists(left_over / "1.pgstats"));
    const auto shared = TemporaryFolder::keep(left_over);
    REQUIRE(shared.has_error());
    CHECK(shared.error().message == left_over.string() + ": may be written to by other users");
    fs::permissions(left_over, static_cast<fs::perms>(0755)); // as make-book 3.0.0 made it
    CHECK(TemporaryFolder::keep(left_over).has_value());
    CHECK(mode_of(left_over) == 0700);
    fs::create_directory_symlink(left_over, home / "link");
    CHECK(TemporaryFolder::keep(home / "link").has_error());
    const auto made = TemporaryFolder::beside(file);
    REQUIRE(made.has_value());
    CHECK(mode_of(made->folder()->path()) == 0700);
}

TEST_CASE("a temporary folder stays the one that was opened when its name leads elsewhere") {
    const test::Folder home;
    fs::create_directory(home / "victim");
    std::ofstream(home / "victim" / "1.pgstats") << "precious";
    {
        const auto folder = TemporaryFolder::beside(home / "book.bin");
        REQUIRE(folder.has_value());
        const fs::path name = folder->folder()->path();
        fs::rename(name, home / "moved");
        fs::create_directory_symlink("victim", name);
        REQUIRE(replace_file(FileAt(folder->folder(), "1.pgstats"), "ours").has_value());
        CHECK(fs::exists(home / "moved" / "1.pgstats"));
        REQUIRE(folder->seen().has_value());
        CHECK(open_random_access_file(FileAt(folder->folder(), "1.pgstats")).value()->size() == 4);
        fs::create_symlink("../victim/1.pgstats", home / "moved" / "2.pgstats");
        CHECK(open_random_access_file(FileAt(folder->folder(), "2.pgstats")).has_error());
    }
    CHECK(fs::file_size(home / "victim" / "1.pgstats") == 8);
    CHECK(fs::is_empty(home / "moved"));
}

} // namespace
} // namespace polyglot::io
