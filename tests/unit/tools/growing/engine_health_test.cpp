#include "tools/growing/engine_health.hpp"

#include <chrono>

#include <doctest/doctest.h>

using namespace polyglot::tools;
using namespace std::chrono_literals;

namespace {

const EngineHealth::Clock::time_point start{};

} // namespace

TEST_CASE("an engine that has never worked is given up when none of its slots starts") {
    EngineHealth health(2, 1h);
    const auto first = health.on_failed_start(0, start);
    CHECK(first.rest == 1s);
    CHECK(first.has_gone);
    CHECK_FALSE(first.is_given_up);
    CHECK_FALSE(health.is_away());
    const auto second = health.on_failed_start(1, start);
    CHECK_FALSE(second.has_gone); // which has been said
    CHECK(second.is_given_up);
    CHECK(health.is_given_up());
}

TEST_CASE("a failed search is not the end of an engine, three in a row are") {
    EngineHealth health(1, 1h);
    CHECK_FALSE(health.on_failed_search(0, start).rest.has_value());
    CHECK_FALSE(health.on_failed_search(0, start).rest.has_value());
    CHECK_FALSE(health.on_success(0)); // it was not away
    CHECK_FALSE(health.on_failed_search(0, start).rest.has_value());
    CHECK_FALSE(health.on_failed_search(0, start).rest.has_value());
    const auto third = health.on_failed_search(0, start);
    CHECK(third.rest == 1s);
    CHECK(third.has_gone);
    CHECK_FALSE(third.is_given_up); // it has worked
    CHECK(health.is_away());
    CHECK(health.on_success(0));
    CHECK_FALSE(health.is_away());
    EngineHealth never(1, 1h);
    never.on_failed_search(0, start);
    never.on_failed_search(0, start);
    CHECK(never.on_failed_search(0, start).is_given_up);
}

TEST_CASE(
    "an engine that has gone is tried again after pauses that double, and given up in the end") {
    EngineHealth health(1, 10min);
    health.on_success(0);
    auto now = start;
    for (const auto pause : {1s, 2s, 4s, 8s, 16s, 32s, 60s, 60s, 60s}) {
        const auto change = health.on_failed_start(0, now);
        REQUIRE(change.rest == pause);
        REQUIRE_FALSE(change.is_given_up);
        now += pause;
    }
    CHECK_FALSE(health.on_failed_start(0, start + 10min - 1ms).is_given_up);
    CHECK(health.on_failed_start(0, start + 10min).is_given_up);
}

TEST_CASE("an engine that comes back is as good as new") {
    EngineHealth health(2, 10min);
    health.on_success(0);
    health.on_failed_start(0, start);
    health.on_failed_start(1, start);
    CHECK(health.is_away());
    CHECK_FALSE(health.on_success(0)); // the other slot is still away
    CHECK(health.on_success(1));
    CHECK(health.on_failed_start(0, start + 20min).rest == 1s);
    CHECK(health.on_failed_start(1, start + 20min).rest == 1s);
    CHECK_FALSE(health.is_given_up()); // the time counts from when all were away
    CHECK(health.on_failed_start(1, start + 30min).is_given_up);
}
