#include "adapter/session/books/results_wait.hpp"

#include <chrono>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

using std::chrono::milliseconds;

struct Move { // that waits
    ResultsWait wait{};
    ResultsWait::TimePoint now{};

    // Looks whenever it is due. Returns how long the move has waited.
    milliseconds wait_for(const std::string& place, milliseconds longest, milliseconds answer) {
        const auto begun = now;
        while (wait.waits(now - begun < answer, place, longest, now)) {
            REQUIRE(wait.due());
            CHECK(*wait.due() > now);
            now = *wait.due();
            wait.on_due();
        }
        CHECK_FALSE(wait.due());
        return std::chrono::duration_cast<milliseconds>(now - begun);
    }
};

} // namespace

TEST_CASE("a move waits for results until they are there, or its time is over") {
    Move move;
    CHECK(move.wait_for("a", milliseconds(500), milliseconds(0)) == milliseconds(0));
    CHECK(move.wait_for("b", milliseconds(500), milliseconds(1)) == milliseconds(1));
    CHECK(move.wait_for("c", milliseconds(500), milliseconds(100)) <= milliseconds(120));
    CHECK(move.wait_for("d", milliseconds(500), milliseconds(9000)) == milliseconds(500));
    // The time of this position is used up.
    CHECK(move.wait_for("d", milliseconds(500), milliseconds(9000)) == milliseconds(0));
    CHECK(move.wait_for("e", milliseconds(7), milliseconds(9000)) == milliseconds(7));
    move.wait.on_new_game();
    CHECK(move.wait_for("e", milliseconds(7), milliseconds(1)) == milliseconds(1));
    CHECK(move.wait_for("d", milliseconds(500), milliseconds(1)) == milliseconds(1));
}

TEST_CASE("a server that misses three moves in a row is not waited for") {
    Move move;
    const milliseconds longest(100);
    const milliseconds never(1'000'000);
    CHECK(move.wait_for("a", longest, never) == longest);
    CHECK(move.wait_for("b", longest, never) == longest);
    CHECK(move.wait_for("c", longest, milliseconds(1)) == milliseconds(1)); // begins anew
    CHECK(move.wait_for("d", longest, never) == longest);
    CHECK(move.wait_for("e", longest, never) == longest);
    CHECK(move.wait_for("f", longest, never) == longest);
    CHECK(move.wait_for("g", longest, never) == milliseconds(0));
    move.now += ResultsWait::rest;
    CHECK(move.wait_for("h", longest, never) == longest);
}

} // namespace polyglot::session
