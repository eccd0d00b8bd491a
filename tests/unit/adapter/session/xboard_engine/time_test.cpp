// UCI's limits of a search, as commands for an xboard engine.
#include "adapter/session/xboard_engine/time.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using chess::Color;
using protocol::Go;
using protocol::XboardFeatures;
using session::Watch;
using session::XboardTime;

namespace {

// Returns "wtime=60000 winc=500 …", without what is not given.
std::string text_of(const Go& limits) {
    std::string text;
    const auto add = [&text](std::string_view name, auto value) {
        text += (text.empty() ? "" : " ") + std::string(name) + "=" + std::to_string(value);
    };
    if (limits.white_time) add("wtime", limits.white_time->count());
    if (limits.black_time) add("btime", limits.black_time->count());
    if (limits.white_increment > 0ms) add("winc", limits.white_increment.count());
    if (limits.black_increment > 0ms) add("binc", limits.black_increment.count());
    if (limits.move_time) add("movetime", limits.move_time->count());
    if (limits.moves_to_go) add("movestogo", *limits.moves_to_go);
    if (limits.depth) add("depth", *limits.depth);
    if (limits.nodes) add("nodes", *limits.nodes);
    if (limits.mate) add("mate", *limits.mate);
    if (limits.infinite) add("infinite", 1);
    if (limits.ponder) add("ponder", 1);
    for (const std::string& move : limits.search_moves)
        text += " " + move;
    return text;
}

XboardFeatures without_clocks() {
    XboardFeatures features;
    features.time = false;
    return features;
}
XboardFeatures with_nps(bool has_it) {
    XboardFeatures features;
    features.nps = has_it;
    features.nps_known = true;
    return features;
}

// An engine through one game: what each go makes of it, "command; command | what is watched".
struct Engine {
    XboardTime time = {};
    XboardFeatures features = {};

    std::string go(std::string_view arguments, Color side = Color::White, int moves_made = 0,
                   std::chrono::milliseconds elapsed = 0ms) {
        Watch watch;
        std::string text;
        const Go limits = protocol::parse_go(arguments);
        for (const std::string& command :
             time.commands(limits, side, moves_made, features, elapsed, watch))
            text += (text.empty() ? "" : "; ") + command;
        // A clock is always watched, to the fall of the flag: not repeated here.
        const bool by_clock = !limits.move_time && (limits.white_time || limits.black_time);
        if (watch.move_after && !by_clock)
            text += " | after " + std::to_string(watch.move_after->count());
        if (watch.depth) text += " | depth " + std::to_string(*watch.depth);
        if (watch.nodes) text += " | nodes " + std::to_string(*watch.nodes);
        if (watch.mate) text += " | mate " + std::to_string(*watch.mate);
        return text;
    }
};

} // namespace

TEST_CASE("go: its limits") {
    const auto check = [](std::string_view arguments, std::string_view expected) {
        CAPTURE(arguments);
        CHECK(text_of(protocol::parse_go(arguments)) == expected);
    };
    check("", "");
    check("wtime 60000 btime 50000 winc 500 binc 400 movestogo 40",
          "wtime=60000 btime=50000 winc=500 binc=400 movestogo=40");
    check("movetime 1500", "movetime=1500");
    check("depth 12 nodes 123456789012 mate 3", "depth=12 nodes=123456789012 mate=3");
    check("nodes 9223372036854775807", "nodes=1152921504606846976");
    check("nodes 9223372036854775808 depth 2", "depth=2 nodes=1152921504606846976");
    check("nodes -1", "nodes=0");
    check("infinite", "infinite=1");
    check("ponder wtime 1 btime 2", "wtime=1 btime=2 ponder=1");
    // the list of moves ends at the next word that we know, wherever it stands
    check("searchmoves e2e4 d2d4", " e2e4 d2d4");
    check("searchmoves e2e4 d2d4 depth 3", "depth=3 e2e4 d2d4");
    check("depth 3 searchmoves e7e8q", "depth=3 e7e8q");
    // out of range, or no number
    check("wtime -5 btime 99999999999", "wtime=0 btime=2000000000");
    check("movestogo 0 wtime 1", "wtime=1");
    check("wtime x btime 7", "btime=7");
    check("wtime", "");
    check("depth -3", "depth=0");
    check("depth 99999999999999999999", "depth=1000000");
    check("nonsense 12 depth 4", "depth=4");
}

TEST_CASE("nothing of an earlier search is watched") {
    XboardTime time;
    Watch watch{.move_after = 4ms, .depth = 1, .nodes = 2, .mate = 3};
    time.commands(protocol::parse_go("infinite"), Color::White, 0, {}, 0ms, watch);
    CHECK_FALSE(watch.depth);
    CHECK_FALSE(watch.nodes);
    CHECK_FALSE(watch.mate);
    CHECK_FALSE(watch.move_after);
}

TEST_CASE("a clock of one side is a clock") {
    CHECK(Engine{}.go("wtime 60000") == "level 0 1 0; time 6000; otim 6000");
    CHECK(Engine{}.go("btime 60000", Color::Black) == "level 0 1 0; time 6000; otim 6000");
    CHECK(Engine{}.go("btime 60000") == "level 0 600 0; time 3600000; otim 6000");
}

TEST_CASE("go: whether it ends by itself") {
    const auto bounded = [](std::string_view arguments) {
        return protocol::parse_go(arguments).bounded();
    };
    CHECK(bounded("wtime 1 btime 1"));
    CHECK(bounded("btime 1"));
    CHECK(bounded("movetime 1"));
    CHECK(bounded("depth 1"));
    CHECK(bounded("nodes 1"));
    CHECK_FALSE(bounded(""));
    CHECK_FALSE(bounded("infinite"));
    CHECK_FALSE(bounded("mate 3")); // there may be none
    CHECK_FALSE(bounded("searchmoves e2e4"));
}

TEST_CASE("a clock: level once, then what is left") {
    Engine engine;
    CHECK(engine.go("wtime 300000 btime 300000") == "level 0 5 0; time 30000; otim 30000");
    // Rounded down
    CHECK(engine.go("wtime 295999 btime 291234", Color::White, 1) == "time 29599; otim 29123");
    // Never a fallen flag
    CHECK(engine.go("wtime 5 btime 3", Color::White, 2) == "time 1; otim 1");
    engine.time.on_new();
    CHECK(engine.go("wtime 300000 btime 200000", Color::Black) ==
          "level 0 3:20 0; time 20000; otim 30000");
}

TEST_CASE("a clock: base and increment as xboard writes them") {
    const auto check = [](std::string_view arguments, std::string_view expected) {
        CAPTURE(arguments);
        Engine engine{.features = without_clocks()};
        CHECK(engine.go(arguments) == expected);
    };
    check("wtime 60000 btime 60000 winc 1000 binc 1000", "level 0 1 1");
    check("wtime 5000 btime 5000 winc 50 binc 50", "level 0 0:05 0.05");
    check("wtime 65000 btime 5000 winc 500", "level 0 1:05 0.5");
    // Rounded up; an increment of the other's is not ours
    check("wtime 61001 btime 5000 binc 500", "level 0 1:02 0");
    check("wtime 100 btime 100 winc 1234 binc 7", "level 0 0:01 1.234");
    check("wtime 0 btime 0", "level 0 0:01 0");
    check("wtime 600000 btime 1 movestogo 40", "level 40 10 0");
}

TEST_CASE("sessions: one level for three of them, from the start position") {
    for (const Color side : {Color::White, Color::Black}) {
        Engine engine;
        for (int made = 0; made < 12; ++made) {
            CAPTURE(made);
            const std::string arguments =
                "wtime 60000 btime 60000 movestogo " + std::to_string(4 - made % 4);
            const std::string expected =
                made == 0 ? "level 4 1 0; time 6000; otim 6000" : "time 6000; otim 6000";
            CHECK(engine.go(arguments, side, made) == expected);
        }
    }
}

// The engine counts the moves of the opening too: they come on top of each session.
TEST_CASE("sessions: after an opening of six plies") {
    Engine engine;
    std::string levels;
    for (int made = 3; made < 15; ++made) {
        CAPTURE(made);
        const int to_go = 4 - (made - 3) % 4;
        const std::string said = engine.go(
            "wtime 60000 btime 60000 movestogo " + std::to_string(to_go), Color::Black, made);
        const bool begins = to_go == 4;
        CHECK(said.starts_with("level ") == begins);
        if (begins) levels += said.substr(0, said.find(';')) + "\n";
    }
    CHECK(levels == "level 7 1 0\nlevel 11 1 0\nlevel 15 1 0\n");
}

TEST_CASE("sessions: another one than the level said") {
    Engine engine;
    CHECK(engine.go("wtime 60000 btime 60000 movestogo 40") ==
          "level 40 1 0; time 6000; otim 6000");
    CHECK(engine.go("wtime 60000 btime 60000 movestogo 20", Color::White, 1) ==
          "level 21 1 0; time 6000; otim 6000");
    CHECK(engine.go("wtime 60000 btime 60000", Color::White, 2) ==
          "level 0 1 0; time 6000; otim 6000");
    CHECK(engine.go("wtime 60000 btime 60000 winc 100", Color::White, 3) ==
          "level 0 1 0.1; time 6000; otim 6000");
    CHECK(engine.go("wtime 50000 btime 60000 winc 100", Color::White, 4) == "time 5000; otim 6000");
}

TEST_CASE("what has passed since the GUI said it") {
    Engine engine;
    CHECK(engine.go("wtime 60000 btime 50000", Color::White, 0, 1500ms) ==
          "level 0 1 0; time 5850; otim 5000");
    CHECK(engine.go("wtime 1000 btime 50000", Color::White, 1, 1500ms) == "time 1; otim 5000");
    CHECK(engine.go("movetime 2500", Color::White, 2, 600ms) ==
          "st 2; time 190; otim 190 | after 1900");
    CHECK(engine.go("movetime 100", Color::White, 2, 600ms) == "st 1; time 1; otim 1 | after 1");
}

TEST_CASE("a flag that falls: any move is better") {
    XboardTime time;
    Watch watch;
    time.commands(protocol::parse_go("wtime 60000 btime 5000"), Color::White, 0, {}, 100ms, watch);
    CHECK(watch.move_after == 59'900ms);
    time.commands(protocol::parse_go("wtime 60000 btime 5000"), Color::Black, 0, {}, 100ms, watch);
    CHECK(watch.move_after == 4'900ms);
}

TEST_CASE("a time for the move is sent as whole seconds, rounded up; the adapter ends the search") {
    const auto check = [](std::string_view arguments, std::string_view expected) {
        CAPTURE(arguments);
        CHECK(Engine{}.go(arguments) == expected);
    };
    check("movetime 1000", "st 1; time 100; otim 100 | after 1000");
    check("movetime 1001", "st 2; time 100; otim 100 | after 1001");
    check("movetime 100", "st 1; time 10; otim 10 | after 100");
    check("movetime 0", "st 1; time 1; otim 1 | after 1");
    check("movetime 3000 depth 8", "sd 8; st 3; time 300; otim 300 | after 3000 | depth 8");
    check("movetime 3000 wtime 5 btime 5",
          "st 3; time 300; otim 300 | after 3000"); // the time for the move is the whole of it
    Engine engine;
    CHECK(engine.go("movetime 1000") == "st 1; time 100; otim 100 | after 1000");
    CHECK(engine.go("movetime 900") == "time 90; otim 90 | after 900"); // st 1 is in force
    CHECK(engine.go("movetime 2000") == "st 2; time 200; otim 200 | after 2000");
}

TEST_CASE("a time for the move: an engine without clocks knows the whole seconds only") {
    Engine engine{.features = without_clocks()};
    CHECK(engine.go("movetime 50") == "st 1 | after 50");
}

// Neither `level` nor `new` would lift it.
TEST_CASE("a time for the move: GNU Chess is never sent st") {
    Engine engine;
    engine.features.myname = "GNU Chess 6.2.7";
    CHECK(engine.go("movetime 50") == "level 1 600 0; time 3600000; otim 3600000 | after 50");
    CHECK(engine.go("movetime 700") == "time 3600000; otim 3600000 | after 700");
    CHECK(engine.go("wtime 1500 btime 1500 winc 20 binc 20") ==
          "level 0 0:02 0.02; time 150; otim 150");
}

TEST_CASE("no clock: ten hours, and what else ends it is watched") {
    const auto check = [](std::string_view arguments, std::string_view expected) {
        CAPTURE(arguments);
        CHECK(Engine{}.go(arguments) == expected);
    };
    const std::string ever = "level 1 600 0; time 3600000; otim 3600000";
    check("depth 5", "sd 5; " + ever + " | depth 5");
    check("infinite", ever);
    check("mate 3", ever + " | mate 3");
    check("nodes 5000", ever + " | nodes 5000");
    check("", ever);
    check("depth 5 wtime 60000 btime 60000", "sd 5; level 0 1 0; time 6000; otim 6000 | depth 5");
    CHECK(Engine{.features = without_clocks()}.go("depth 5") == "sd 5; level 1 600 0 | depth 5");
    Engine engine;
    CHECK(engine.go("depth 5") == "sd 5; " + ever + " | depth 5");
    CHECK(engine.go("depth 5") == "time 3600000; otim 3600000 | depth 5"); // both are in force
    CHECK(engine.go("depth 6") == "sd 6; time 3600000; otim 3600000 | depth 6");
}

TEST_CASE("nodes: by nps where it was announced") {
    const XboardFeatures nps = with_nps(true);
    const auto check = [&nps](std::string_view arguments, std::string_view expected) {
        CAPTURE(arguments);
        CHECK(Engine{.features = nps}.go(arguments) == expected);
    };
    check("nodes 5000", "nps 1000; st 5");
    check("nodes 5001", "nps 1000; st 6");
    check("nodes 1", "nps 1000; st 1");
    check("nodes 0", "nps 1000; st 1");
    check("nodes 123456789012", "nps 1000; st 1000000");
    Engine engine{.features = nps};
    CHECK(engine.go("nodes 5000") == "nps 1000; st 5");
    CHECK(engine.go("nodes 5000").empty());
    CHECK(engine.go("movetime 5000") ==
          "nps -1; time 500; otim 500 | after 5000"); // st 5 is in force, in real seconds again
    CHECK(engine.go("nodes 7000") == "nps 1000; st 7");
    CHECK(engine.go("wtime 60000 btime 60000") == "nps -1; level 0 1 0; time 6000; otim 6000");
    CHECK(Engine{.features = with_nps(false)}.go("nodes 9") ==
          "level 1 600 0; time 3600000; otim 3600000 | nodes 9");
}

TEST_CASE("an engine that wants no clocks is sent the level alone") {
    Engine engine{.features = without_clocks()};
    CHECK(engine.go("wtime 60000 btime 60000 movestogo 3") == "level 3 1 0");
    CHECK(engine.go("wtime 50000 btime 60000 movestogo 2", Color::White, 1).empty());
    CHECK(engine.go("wtime 40000 btime 60000 movestogo 1", Color::White, 2).empty());
    CHECK(engine.go("wtime 90000 btime 60000 movestogo 3", Color::White, 3).empty());
    CHECK(engine.go("wtime 90000 btime 60000", Color::White, 4) == "level 0 1:30 0");
}

TEST_CASE("of two kinds of limit the later one holds") {
    Engine engine;
    CHECK(engine.go("wtime 60000 btime 60000") == "level 0 1 0; time 6000; otim 6000");
    CHECK(engine.go("movetime 3000") == "st 3; time 300; otim 300 | after 3000");
    CHECK(engine.go("wtime 50000 btime 60000") == "level 0 0:50 0; time 5000; otim 6000");
    CHECK(engine.go("infinite") == "level 1 600 0; time 3600000; otim 3600000");
    CHECK(engine.go("wtime 40000 btime 60000") == "level 0 0:40 0; time 4000; otim 6000");
    CHECK(engine.go("movetime 3000") == "st 3; time 300; otim 300 | after 3000");
    CHECK(engine.go("infinite") == "level 1 600 0; time 3600000; otim 3600000");
    CHECK(engine.go("movetime 3000") == "st 3; time 300; otim 300 | after 3000");
}

TEST_CASE("new: the engine has forgotten the time control") {
    Engine engine;
    const std::string clock = "level 0 1 0; time 6000; otim 6000";
    CHECK(engine.go("wtime 60000 btime 60000") == clock);
    engine.time.on_new();
    CHECK(engine.go("wtime 60000 btime 60000") == clock);
    CHECK(engine.go("movetime 2000") == "st 2; time 200; otim 200 | after 2000");
    engine.time.on_new();
    CHECK(engine.go("movetime 2000") == "st 2; time 200; otim 200 | after 2000");
    engine.features.nps_known = true;
    CHECK(engine.go("nodes 2000") == "nps 1000");
    engine.time.on_new(); // "Use wall clock for time measurement"
    CHECK(engine.go("nodes 2000") == "nps 1000; st 2");
}

TEST_CASE("a limit of depth stays with most engines, over new too") {
    Engine engine;
    CHECK_FALSE(engine.time.is_depth_limited());
    CHECK(engine.go("depth 5 movetime 1000") ==
          "sd 5; st 1; time 100; otim 100 | after 1000 | depth 5");
    CHECK(engine.time.is_depth_limited());
    engine.time.on_new();
    CHECK(engine.time.is_depth_limited());
    CHECK(engine.go("depth 5 movetime 1000") ==
          "sd 5; st 1; time 100; otim 100 | after 1000 | depth 5"); // with others it does not
}
