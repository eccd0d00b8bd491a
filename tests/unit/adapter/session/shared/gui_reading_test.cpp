#include "adapter/session/shared/gui_reading.hpp"

#include <doctest/doctest.h>

using namespace polyglot::session;

namespace {

TimePoint now{};

// Whether the GUI has stalled after so many looks.
bool looks(GuiReading& gui, int count) {
    bool stalled = false;
    for (int i = 0; i < count; ++i) {
        REQUIRE(gui.deadline() == now + GuiReading::pause);
        now = *gui.deadline();
        stalled = gui.on_timeout(now);
    }
    return stalled;
}

} // namespace

TEST_CASE("a GUI has stalled when it has taken nothing for a second") {
    GuiReading gui;
    CHECK(!gui.deadline());
    CHECK(!gui.on_congested(true, now));
    CHECK(!looks(gui, GuiReading::looks - 1));
    CHECK(!gui.has_stalled());
    CHECK(looks(gui, 1));
    CHECK(gui.has_stalled());
    CHECK(!gui.deadline());
    SUBCASE("and goes on so until it has caught up") {
        CHECK(!gui.on_congested(true, now)); // it has taken some
        CHECK(gui.has_stalled());
        CHECK(!gui.deadline());
        CHECK(gui.on_congested(false, now));
        CHECK(!gui.has_stalled());
        CHECK(!gui.on_congested(false, now));
    }
}

TEST_CASE("a GUI that takes something has another second, however often") {
    GuiReading gui;
    for (int i = 0; i < 100; ++i) {
        CHECK(!gui.on_congested(true, now));
        CHECK(!looks(gui, GuiReading::looks - 1));
    }
    CHECK(!gui.on_congested(false, now));
    CHECK(!gui.deadline());
}

TEST_CASE("a machine that stands still has looked once") {
    GuiReading gui;
    CHECK(!gui.on_congested(true, now));
    now += std::chrono::hours(1);
    CHECK(!gui.on_timeout(now));
    CHECK(gui.deadline() == now + GuiReading::pause);
}
