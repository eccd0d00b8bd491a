#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/setup/written_files.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

TEST_CASE("setup: names of kept files") {
    struct Row {
        const char* file;
        int number;
        const char* kept;
    };
    for (const Row& row : {Row{"a/engine.ini", 1, "a/engine.replaced.ini"},
                           Row{"a/engine.ini", 2, "a/engine.replaced-2.ini"},
                           Row{"a/x.y.ini", 10, "a/x.y.replaced-10.ini"},
                           Row{"a/engine.bat", 1, "a/engine.replaced.bat"},
                           Row{"a/\xc3\xbc.ini", 1, "a/\xc3\xbc.replaced.ini"}})
        CHECK(tools::kept_name(to_path(row.file), row.number) == to_path(row.kept));
}

TEST_CASE("setup: what a file replaces is kept, each time") {
    const test::Folder folder;
    const fs::path file = folder / "e.ini";
    const auto written = tools::write_kept(file, "one");
    REQUIRE(written.has_value());
    CHECK(written->kept.empty());
    CHECK(folder.read("e.ini") == "one");
    CHECK_FALSE(tools::has_other_content(file, "one"));
    CHECK(tools::has_other_content(file, "two"));

    const auto same = tools::write_kept(file, "one");
    REQUIRE(same.has_value());
    CHECK(same->is_unchanged);
    CHECK(folder.files() == 1);

    for (int number = 1; number <= 3; ++number) {
        const std::string before = folder.read("e.ini");
        io::begin_command(); // as SetupAnswers does
        const auto again = tools::write_kept(file, std::to_string(number));
        REQUIRE(again.has_value());
        CHECK(again->kept == tools::kept_name(file, number));
        CHECK(folder.read(to_text(again->kept.filename())) == before);
        CHECK(folder.read("e.ini") == std::to_string(number));
    }
    CHECK(folder.files() == 4);
    io::end_command();
}

#ifndef _WIN32 // there a user may not create links
TEST_CASE("setup: a link stays, and what it leads to is compared and kept") {
    const test::Folder folder;
    const fs::path target = folder.write("dir/mine.ini", "one");
    fs::create_symlink("dir/mine.ini", folder / "e.ini");
    CHECK_FALSE(tools::has_other_content(folder / "e.ini", "one"));
    const auto same = tools::write_kept(folder / "e.ini", "one");
    REQUIRE(same.has_value());
    CHECK(same->is_unchanged);
    const auto written = tools::write_kept(folder / "e.ini", "two");
    REQUIRE(written.has_value());
    CHECK(written->kept == folder / "e.replaced.ini");
    CHECK(folder.read("e.replaced.ini") == "one");
    CHECK(folder.read("dir/mine.ini") == "two");
    CHECK(fs::is_symlink(folder / "e.ini"));
}
#endif

TEST_CASE("setup: what cannot be written leaves everything as it was") {
    const test::Folder folder;
    fs::create_directory(folder / "e.ini");
    CHECK_FALSE(tools::write_kept(folder / "e.ini", "x").has_value());
    CHECK_FALSE(tools::write_kept(folder / "missing/e.ini", "x").has_value());
    CHECK_FALSE(tools::check_writable(folder / "e.ini").has_value());
    CHECK_FALSE(tools::check_writable(folder / "missing/e.ini").has_value());
    CHECK(tools::check_writable(folder / "free.ini").has_value());
    CHECK(folder.files() == 1);
}
