#include "core/book/grow/results.hpp"

#include <doctest/doctest.h>

using namespace polyglot::book;

TEST_CASE("results: the plausible scores of a move lie around its score") {
    for (const std::uint64_t half_points : {0U, 5U, 10U, 20U}) {
        const int least = least_score(10, half_points);
        const int greatest = greatest_score(10, half_points);
        CHECK(least <= static_cast<int>(50 * half_points));
        CHECK(greatest >= static_cast<int>(50 * half_points));
        // The opponent's results are the mirror image.
        CHECK(least == 1000 - greatest_score(10, 20 - half_points));
    }
    CHECK(least_score(1, 2) < 600); // one game says little
    CHECK(least_score(100, 200) > 950);
}

TEST_CASE(
    "results: they contradict a value when even the nearer end misses its promise by a tenth") {
    CHECK(played_as(500, 300, 400) == PlayedAs::Worse);
    CHECK(played_as(500, 300, 401) == PlayedAs::Promised);
    CHECK(played_as(500, 599, 700) == PlayedAs::Promised);
    CHECK(played_as(500, 600, 700) == PlayedAs::Better);
}
