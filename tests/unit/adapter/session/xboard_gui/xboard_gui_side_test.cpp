// What an xboard GUI says, and what the adapter makes of it.
#include "tests/unit/adapter/session/session_fixture.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using Fixture = session::SessionFixture;

namespace {

// A session in which both sides are greeted; the engine has an option for setscore.
class Greeted {
  public:
    Greeted() {
        f_.gui("xboard");
        f_.gui("protover 2");
        f_.engine("option name UCI_SetPositionValue type string default <empty>");
        f_.engine("uciok");
        on("new");
        f_.engine("readyok");
    }
    // Returns what goes to both sides.
    std::string on(std::string_view line) {
        f_.out = {};
        f_.gui(line);
        return f_.out.to_gui + f_.out.to_engine;
    }

  private:
    Fixture f_;
};

} // namespace

TEST_CASE("xboard: setscore within a million, for White, with the position") {
    const auto sent = [](const std::string& score, bool black = false) {
        Greeted gui;
        gui.on("force");
        if (black) gui.on("usermove e2e4");
        const std::string all = gui.on("setscore " + score);
        return all.substr(0, all.find(" rnbq"));
    };
    const std::string set = "setoption name UCI_SetPositionValue value ";
    CHECK(sent("50 12") == set + "50");
    CHECK(sent("50 12", true) == set + "-50");
    CHECK(sent("1000000") == set + "1000000");
    CHECK(sent("-1000000") == set + "-1000000");
    CHECK(sent("1000001") == "Error (bad argument): setscore 1000001\n");
    CHECK(sent("-1000001") == "Error (bad argument): setscore -1000001\n");
    CHECK(sent("") == "Error (bad argument): setscore\n");
}

TEST_CASE("xboard: features are for version 2 and later") {
    const auto features = [](const std::string& version) {
        Fixture f;
        f.engine("uciok");
        f.gui("xboard");
        f.out = {};
        f.gui("protover " + version);
        return f.out.to_gui.starts_with("feature done=0\nfeature ");
    };
    CHECK(features("2"));
    CHECK(features("3"));
    CHECK_FALSE(features("1"));
    CHECK_FALSE(features("x"));
}

TEST_CASE("xboard: an illegal position is shown, as far as 200 characters") {
    Greeted gui;
    CHECK(gui.on("setboard x w - - 0 1") ==
          "tellusererror Illegal position: 'x' is not a piece: x w - - 0 1\n");
    const std::string told = gui.on("setboard x" + std::string(300, 'y'));
    CHECK(told.ends_with(": x" + std::string(199, 'y') + "\n"));
}

TEST_CASE("xboard: clocks with arguments that are none") {
    Greeted gui;
    for (const std::string line : {"level 40", "st x", "sd x", "nps x", "time x", "otim x"})
        CHECK(gui.on(line) == "Error (bad argument): " + line + "\n");
    for (const char* line : {"level 40 5 0", "st 5", "sd 5", "nps 0", "time 100", "otim 100"})
        CHECK(gui.on(line).empty());
}

TEST_CASE("xboard: variants that the engine does not play, and none") {
    Greeted gui;
    CHECK(gui.on("variant") == "Error (bad argument): variant\n");
    CHECK(gui.on("variant atomic") == "Error (unsupported variant): atomic\n");
    CHECK(gui.on("variant Normal").empty());
}
