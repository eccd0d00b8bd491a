// The lag of an engine on another machine: when it is measured, and what counts.
#include "adapter/session/shared/engine_lag.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using session::EngineLag;

namespace {

const session::TimePoint start{};

config::Settings with_lag(const char* value) {
    config::Settings settings;
    settings.engine_lag = value;
    return settings;
}

} // namespace

TEST_CASE("engine lag: a number is the lag, and nothing is measured") {
    const config::Settings off;
    CHECK(EngineLag(off).lag() == 0ms);
    CHECK_FALSE(EngineLag(off).wants_probe());
    const config::Settings fixed = with_lag("80");
    CHECK(EngineLag(fixed).lag() == 80ms);
    CHECK_FALSE(EngineLag(fixed).wants_probe());
}

TEST_CASE("engine lag: one probe at a time, and the median of the last five") {
    const config::Settings settings = with_lag("auto");
    EngineLag lag(settings);
    CHECK(lag.lag() == 0ms);
    const auto measure = [&lag](std::chrono::milliseconds took) {
        lag.on_idle();
        REQUIRE(lag.wants_probe());
        lag.on_probe(start);
        lag.on_idle();
        CHECK_FALSE(lag.wants_probe());
        CHECK(lag.on_answered(true, start + took) == took);
        CHECK_FALSE(lag.on_answered(true, start + took)); // the probe has been answered
        return lag.lag();
    };
    CHECK(measure(40ms) == 40ms);
    CHECK(measure(900ms) == 900ms); // of two the longer one
    CHECK(measure(42ms) == 42ms);
    CHECK(measure(41ms) == 42ms);
    CHECK(measure(39ms) == 41ms);
    for (int i = 0; i < 5; ++i)
        measure(20ms);
    CHECK(lag.lag() == 20ms);
}

TEST_CASE("engine lag: what another process answers is not measured") {
    const config::Settings settings = with_lag("auto");
    EngineLag lag(settings);
    lag.on_probe(start);
    lag.on_replaced();
    CHECK(lag.on_answered(true, start + 5s) == 5s);
    CHECK(lag.lag() == 0ms);
    lag.on_idle();
    lag.on_probe(start);
    lag.on_answered(true, start + 30ms);
    CHECK(lag.lag() == 30ms);
    lag.on_idle();
    lag.on_probe(start);
    lag.on_replaced();
    CHECK_FALSE(lag.on_answered(false, start + 1s));
    lag.on_idle();
    lag.on_probe(start + 2s); // of the new process
    lag.on_answered(true, start + 2s + 10ms);
    CHECK(lag.lag() == 30ms); // of two the longer one
    lag.on_idle();
    lag.on_probe(start + 3s);
    lag.on_answered(true, start + 3s + 10ms);
    CHECK(lag.lag() == 10ms);
}

TEST_CASE("engine lag: an answer that is not the engine's measures nothing, and the next probe may "
          "follow") {
    const config::Settings settings = with_lag("auto");
    EngineLag lag(settings);
    lag.on_probe(start);
    CHECK_FALSE(lag.on_answered(false, start + 5s));
    CHECK(lag.lag() == 0ms);
    lag.on_idle();
    REQUIRE(lag.wants_probe());
    lag.on_probe(start + 6s);
    CHECK(lag.on_answered(true, start + 6s + 20ms) == 20ms);
    CHECK(lag.lag() == 20ms);
}
