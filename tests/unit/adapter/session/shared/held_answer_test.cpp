#include "adapter/session/shared/held_answer.hpp"

#include <doctest/doctest.h>

using polyglot::session::HeldAnswer;

TEST_CASE("a held answer is sent once at the hit; at a miss it is sent or dropped") {
    for (const auto at_miss : {HeldAnswer::AtMiss::Send, HeldAnswer::AtMiss::Drop}) {
        HeldAnswer held(at_miss);
        CHECK(!held.on_hit().has_value());
        CHECK(!held.on_miss().has_value());
        held.hold({.move = "e2e4"});
        CHECK(held.is_held());
        CHECK(held.on_hit()->move == "e2e4");
        CHECK(!held.is_held());
        held.hold({.move = "d2d4"});
        const auto sent = held.on_miss();
        CHECK(sent.has_value() == (at_miss == HeldAnswer::AtMiss::Send));
        CHECK(!held.is_held());
        CHECK(!held.on_hit().has_value());
    }
}
