// Numbers as people read them.
#include "core/text/figures.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace polyglot::text {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

TEST_CASE("numbers are grouped by thousands") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(1'234'567) == "1,234,567");
    CHECK(grouped(largest) == "18,446,744,073,709,551,615");
}

TEST_CASE("a noun is counted") {
    CHECK(counted(0, "game") == "0 games");
    CHECK(counted(1, "game") == "1 game");
    CHECK(counted(1234, "game") == "1,234 games");
    CHECK(counted(1, "entry", "entries") == "1 entry");
    CHECK(counted(2, "entry", "entries") == "2 entries");
}

TEST_CASE("shares are per cent with one digit, rounded to the nearest") {
    CHECK(per_cent(0, 7) == "0.0%");
    CHECK(per_cent(7, 7) == "100.0%");
    CHECK(per_cent(1, 3) == "33.3%");
    CHECK(per_cent(2, 3) == "66.7%");
    CHECK(per_cent(1, 2000) == "0.1%"); // 0.05
    CHECK(per_cent(0, 0) == "0.0%");
    CHECK(per_cent(0.5) == "50.0%");
    CHECK(per_cent(2.0 / 3) == "66.7%");
    CHECK(per_cent(0.0004) == "0.0%");
}

TEST_CASE("digits after the point, and of a key") {
    CHECK(fixed(3.14159, 2) == "3.14");
    CHECK(fixed(2.0, 0) == "2");
    CHECK(fixed(-0.25, 1) == "-0.2");
    CHECK(fixed(std::numeric_limits<double>::max(), 9).size() == 309 + 1 + 9);
    CHECK(hexadecimal(0) == "0000000000000000");
    CHECK(hexadecimal(0x463b96181691fc9c) == "463b96181691fc9c");
    CHECK(hexadecimal(largest) == "ffffffffffffffff");
}

} // namespace
} // namespace polyglot::text
