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
        CHECK(other.error().message ==
              (home / "deep" / "work").string() + ": another process is at work there");
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

TEST_CASE("a temporary folder: names of make-book's files") {
    for (const char* const name :
         {"0.pgstats", "12.pgstats", "checkpoint", "merged-3.pgstats", "seen-games-1",
          "checkpoint.12-3.polyglot-part", "7.pgstats.1-1.polyglot-part"})
        CHECK_MESSAGE(is_work_file(name), name);
    for (const char* const name :
         {"", ".pgstats", "a.pgstats", "1.pgstats~", "checkpoint.bak", "merged-.pgstats",
          "seen-games-", "games.pgstats", "x.12-3.polyglot-part", "7.pgstats..polyglot-part",
          "7.pgstats.x.polyglot-part", ".polyglot-part"})
        CHECK_MESSAGE(!is_work_file(name), name);
}

} // namespace
} // namespace polyglot::io
