// Times in the comments of servers and match runners.
#include "core/pgn/move_clock.hpp"

#include <doctest/doctest.h>

namespace polyglot::pgn {

TEST_CASE("times in comments") {
    CHECK(read_move_clock("[%eval 0.3] [%clk 1:02:03]").left_ms == 3'723'000U);
    CHECK(read_move_clock("[%clk 0:00:09.7]").left_ms == 9'700U);
    CHECK(read_move_clock("[%emt 0:00:05]").used_ms == 5'000U);
    const MoveClock tcec = read_move_clock(" d=26, mt=00:01:08, tl=01:49:47, s=1, wv=0.51, ");
    CHECK(tcec.used_ms == 68'000U);
    CHECK(tcec.left_ms == 6'587'000U);
    CHECK(read_move_clock("d=22, mt=93633, tl=1711367, s=3").left_ms == 1'711'367U);
    CHECK(read_move_clock("+0.31/14 1.25s").used_ms == 1'250U);
    CHECK(read_move_clock("-M5/30 2s, White mates").used_ms == 2'000U);
}

TEST_CASE("comments without times") {
    for (const char* const text :
         {"", "book", "[%clk ]", "[%clk soon]", "[%clk 1:]", "mt=5", "+0.31/14", "and/or 5s",
          "+0.31/14 5 moves", "[%clk 99999999999999999999]", "[%clk 1:99999999999:1]"})
        CHECK_MESSAGE(!read_move_clock(text), text);
}

} // namespace polyglot::pgn
