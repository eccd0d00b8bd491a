#include "core/text/wildcards.hpp"

#include <doctest/doctest.h>

using polyglot::text::matches_wildcards;

TEST_CASE("wildcards: stars, question marks, and letters in either case") {
    CHECK(matches_wildcards("*", ""));
    CHECK(matches_wildcards("*.pgn", "games.pgn"));
    CHECK(matches_wildcards("*.PGN", "games.pgn"));
    CHECK(matches_wildcards("*.pgn", ".pgn"));
    CHECK(matches_wildcards("g*s*.p?n", "games.pgn.pgn"));
    CHECK(matches_wildcards("*a*b", "aabab"));
    CHECK(matches_wildcards("?.bin", "\xc3\xbc.bin")); // one character of two bytes
    CHECK(matches_wildcards("games.pgn", "games.pgn"));
    CHECK(!matches_wildcards("*.pgn", "games.pgn.zst"));
    CHECK(!matches_wildcards("?.bin", ".bin"));
    CHECK(!matches_wildcards("", "a"));
    CHECK(!matches_wildcards("*a*b", "aaba"));
    CHECK(!matches_wildcards("games", "games.pgn"));
}
