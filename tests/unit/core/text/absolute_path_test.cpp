#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"

#include <filesystem>

#include <doctest/doctest.h>

using namespace polyglot;

namespace {

const std::filesystem::path start = std::filesystem::current_path();

} // namespace

TEST_CASE("relative paths begin at the start folder, absolute ones stay") {
    CHECK(absolute_path(start, u8"a/b.bin") == start / u8"a" / u8"b.bin");
    CHECK(absolute_path(start, start / u8"b.bin") == start / u8"b.bin");
    CHECK(absolute_path(start, u8"../b.bin") == start / u8".." / u8"b.bin");
    CHECK(is_absolute_path(start));
    CHECK(!is_absolute_path(u8"a/b.bin"));
    CHECK(!is_on_share(start));
}

TEST_CASE("what is within a folder") {
    const std::filesystem::path folder = u8"/a/b";
    CHECK(is_within(u8"/a/b", folder));
    CHECK(is_within(u8"/a/b/c/d.pgn", folder));
    CHECK(is_within(u8"/a/b/c.pgn", u8"/a/b/"));
    CHECK_FALSE(is_within(u8"/a/bc", folder));
    CHECK_FALSE(is_within(u8"/a", folder));
    CHECK_FALSE(is_within(u8"b/c", folder));
}

TEST_CASE("normal paths have no dots") {
    CHECK(normal_path(start / u8"a" / u8".." / u8"." / u8"b.bin") == start / u8"b.bin");
    CHECK(normal_path(u8"a/./b") == std::filesystem::path(u8"a") / u8"b");
}
