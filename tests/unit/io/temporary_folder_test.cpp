#include "adapter/io/temporary_folder.hpp"
#include "tests/support/test_folder.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

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
    fs::create_directories(left_over / "deep");
    fs::create_directories(another);
    fs::path kept;
    {
        auto first = TemporaryFolder::beside(file);
        REQUIRE(first.has_value());
        CHECK(!fs::exists(left_over));
        CHECK(fs::exists(another));
        std::ofstream(first->path() / "run") << "x";
        auto second = TemporaryFolder::beside(file);
        REQUIRE(second.has_value());
        CHECK(fs::exists(first->path() / "run")); // is in use
        CHECK(first->path() != second->path());
        kept = second->path();
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

} // namespace
} // namespace polyglot::io
