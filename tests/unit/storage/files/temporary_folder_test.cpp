#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/temporary_folder.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a temporary folder goes with its object, and those of the dead with the next one") {
    const test::Folder folder;
    const fs::path& home = folder.path;
    const fs::path file = home / "book.bin";
    const fs::path left_over = home / "book.bin.7.polyglot-runs";
    const fs::path another = home / "book.bin.x.polyglot-runs";
    fs::create_directories(left_over / "seen");
    std::ofstream(left_over / "seen" / "seen-games-7") << "x";
    std::ofstream(left_over / "3.pgstats") << "x";
    std::ofstream(left_over / "4.pgstats.12-0.polyglot-part") << "x";
    fs::create_directories(another);
    fs::path kept;
    {
        auto first = TemporaryFolder::beside(file);
        REQUIRE(first.has_value());
        CHECK(!fs::exists(left_over));
        CHECK(fs::exists(another));
        std::ofstream(first->folder()->path() / "1.pgstats") << "x";
        auto second = TemporaryFolder::beside(file);
        REQUIRE(second.has_value());
        CHECK(fs::exists(first->folder()->path() / "1.pgstats")); // is in use
        CHECK(first->folder()->path() != second->folder()->path());
        kept = second->folder()->path();
        const TemporaryFolder moved = std::move(*second);
        second = TemporaryFolder::beside(file); // assigned over what was moved from
        REQUIRE(second.has_value());
        CHECK(fs::exists(kept));
    }
    CHECK(!fs::exists(kept));
    CHECK(std::distance(fs::directory_iterator(home), {}) == 1);
    CHECK(TemporaryFolder::beside(home / "missing" / "book.bin").has_error());
    {
        const auto kept_one = TemporaryFolder::keep(home / "deep" / "work");
        REQUIRE(kept_one.has_value());
        const auto other = TemporaryFolder::keep(home / "deep" / "work");
        REQUIRE(other.has_error());
        CHECK(other.error().message == (home / "deep" / "work").string() + ": another process is at work there");
    }
    CHECK(fs::exists(home / "deep" / "work"));
    CHECK(TemporaryFolder::keep(home / "deep" / "work").has_value());
}

TEST_CASE("a folder that is held lists what has come since it was listed last") {
    const test::Folder home;
    {
        const auto kept = TemporaryFolder::keep(home / "work");
        REQUIRE(kept.has_value());
        const auto has = [&](const std::string& name) {
            const std::vector<std::string> names = kept->folder()->names();
            return std::count(names.begin(), names.end(), name);
        };
        CHECK(has("1.pgstats") == 0);
        std::ofstream(home / "work" / "1.pgstats") << "x";
        CHECK(has("1.pgstats") == 1);
        kept->remove();
    }
    CHECK(!fs::exists(home / "work"));
}

unsigned mode_of(const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
}

TEST_CASE("a temporary folder is closed to others, and nothing is removed that is not of make-book") {
    const test::Folder home;
    const fs::path left_over = home / "book.bin.7.polyglot-runs";
    const auto file = home / "book.bin";
    fs::create_directories(left_over / "seen");
    for (const char* const name : {"notes.txt", "1.pgstats.old", "x.pgstats", "checkpoint2", "seen/mine"})
        std::ofstream(left_over / name) << "mine";
    std::ofstream(left_over / "1.pgstats") << "x";
    TemporaryFolder::remove_left_overs(file);
    CHECK(!fs::exists(left_over / "1.pgstats"));
    for (const char* const name : {"notes.txt", "1.pgstats.old", "x.pgstats", "checkpoint2", "seen/mine"})
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

TEST_CASE("a temporary folder: names of make-book's files") {
    for (const char* const name : {"0.pgstats", "12.pgstats", "checkpoint", "merged-3.pgstats", "seen-games-1",
                                   "checkpoint.12-3.polyglot-part", "7.pgstats.1-1.polyglot-part"})
        CHECK_MESSAGE(is_work_file(name), name);
    for (const char* const name : {"", ".pgstats", "a.pgstats", "1.pgstats~", "checkpoint.bak", "merged-.pgstats",
                                   "seen-games-", "games.pgstats", "x.12-3.polyglot-part", "7.pgstats..polyglot-part",
                                   "7.pgstats.x.polyglot-part", ".polyglot-part"})
        CHECK_MESSAGE(!is_work_file(name), name);
}

} // namespace
} // namespace polyglot::io
