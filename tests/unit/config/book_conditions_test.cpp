#include "config/book_conditions.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace polyglot::config;
using namespace std::chrono_literals;

TEST_CASE("opponents by pattern") {
    const auto check = [](std::string_view patterns, std::string_view name, bool expected) {
        CAPTURE(patterns);
        CAPTURE(name);
        CHECK(matches_any(patterns, name) == expected);
    };
    check("", "Crafty", true);
    check(" , ,", "Crafty", true);
    check("", "", true);
    check("crafty", "CRAFTY", true);
    check("crafty", "Crafty 25", false);
    check("crafty*", "Crafty 25", true);
    check("*25", "Crafty 25", true);
    check("*f*y*", "Crafty 25", true);
    check("*a*a*", "Crafty 25", false);
    check("crafty ??", "Crafty 25", true);
    check("crafty ???", "Crafty 25", false);
    check("?*", "", false);
    check("*", "", true);
    check("**", "x", true);
    check("Crafty*, *fish*", "Stockfish 16", true);
    check("Crafty* , *fish* ", " Stockfish 16 ", true);
    check("!*bot*", "Anna", true);
    check("!*bot*", "LeelaBot", false);
    check("! *bot* , !Anna", "anna", false);
    check("*, !*bot*", "Anna", true);
    check("!*bot*, *", "GnuBot", false); // whatever the order
    check("a*, !ab*", "ac", true);
    check("a*, !ab*", "b", false);
    check("!", "", false);
    check("!", "x", true);
    check("J?rg", "J\xc3\xb6rg", true); // one character of two bytes
    check("J?rg", "J\xf6rg", true);     // the same of Latin-1
    check("*\xb6rg", "J\xc3\xb6rg", false);
    check("[a-z]*", "b", false); // nothing else is special
}

TEST_CASE("a pattern full of stars takes no time") {
    std::string pattern;
    for (int i = 0; i < 2000; ++i)
        pattern += "*a";
    CHECK_FALSE(matches_any(pattern, std::string(1999, 'a')));
    CHECK(matches_any(pattern, std::string(2000, 'a')));
}

TEST_CASE("time controls by Lichess' estimate") {
    const auto check = [](std::chrono::milliseconds base, std::chrono::milliseconds increment,
                          Speed expected) {
        CAPTURE(base.count());
        CAPTURE(increment.count());
        CHECK(name_of(classify(base, increment)) == name_of(expected));
    };
    check(0s, 0s, Speed::Bullet);
    check(60s, 0s, Speed::Bullet);
    check(120s, 1s, Speed::Bullet);
    check(179'999ms, 0s, Speed::Bullet);
    check(100s, 1999ms, Speed::Bullet);
    check(3min, 0s, Speed::Blitz);
    check(100s, 2s, Speed::Blitz);
    check(5min, 3s, Speed::Blitz); // 420 s, Lichess' own example
    check(479'999ms, 0s, Speed::Blitz);
    check(8min, 0s, Speed::Rapid);
    check(10min, 5s, Speed::Rapid);
    check(1499s, 0s, Speed::Rapid);
    check(15min, 15s, Speed::Classical);
    check(25min, 0s, Speed::Classical);
    check(2h, 30s, Speed::Classical);
}

TEST_CASE("lists of time controls") {
    for (const std::string_view list : {"", " ", "blitz", "Bullet, BLITZ", "rapid classical",
                                        "bullet,,rapid,", "bullet, Unknown"})
        CHECK_MESSAGE(is_speed_list(list), list);
    for (const std::string_view list : {"blits", "blitz; rapid", "blitz+rapid", "ultrabullet"})
        CHECK_MESSAGE(!is_speed_list(list), list);
    const TimeControl blitz{.base = 5min, .increment = 3s};
    CHECK(matches_time("", TimeControl{.base = 2h, .increment = 0s}));
    CHECK(matches_time("Bullet, BLITZ", blitz));
    CHECK(!matches_time("bullet rapid", blitz));
    CHECK(matches_time("bullet rapid", TimeControl{.base = 0s, .increment = 20s})); // 800 s
    CHECK(!matches_time("blits", blitz));
    CHECK(!matches_time("bullet, unknown", blitz));
    CHECK(matches_time("bullet, unknown", std::nullopt));
    CHECK(matches_time("", std::nullopt));
    CHECK(!matches_time("bullet blitz rapid classical", std::nullopt));
}
