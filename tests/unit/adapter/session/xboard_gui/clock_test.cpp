// Clocks and the UCI limits made of them.
#include "adapter/session/xboard_gui/clock.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using chess::Color;
using session::Clock;
using session::TimePoint;
using Side = Clock::Side;
using MoveCount = Clock::MoveCount;

namespace {

constexpr TimePoint t0{};

void set_level(Clock& clock, std::string_view text, TimePoint now = t0) {
    const auto level = protocol::parse_level(text);
    REQUIRE(level.has_value());
    clock.set_level(*level, now);
}

std::string go(const Clock& clock, Color engine = Color::Black, MoveCount moves = {},
               TimePoint now = t0) {
    return protocol::format_go(clock.limits(engine, moves, 20ms, now))
        .substr(std::string_view("go ").size());
}

// A game without force mode: both counts are the same.
MoveCount played(int moves) {
    return {moves, moves};
}

} // namespace

TEST_CASE("go: one limit at a time, in the words of a UCI GUI") {
    CHECK(go(Clock{}) == "wtime 300000 btime 300000");
    const auto check = [](std::string_view level, std::string_view expected) {
        CAPTURE(level);
        Clock clock;
        set_level(clock, level);
        CHECK(go(clock) == expected);
    };
    check("40 5 0", "wtime 300000 btime 300000 movestogo 40");
    check("0 0:05 0.5", "wtime 5000 btime 5000 winc 500 binc 500");
    check("40 0:30 0.5", "wtime 30000 btime 30000 winc 500 binc 500 movestogo 40");
    check("0 1:32 0", "wtime 92000 btime 92000");
    check("0 0 2", "wtime 1 btime 1 winc 2000 binc 2000");
}

TEST_CASE("level and st: the later one holds") {
    Clock clock;
    clock.set_move_time(2s);
    CHECK(go(clock) == "movetime 1980");
    set_level(clock, "40 1 0");
    CHECK(go(clock) == "wtime 60000 btime 60000 movestogo 40");
    clock.set_move_time(1500ms);
    CHECK(go(clock) == "movetime 1480");
    clock.new_game(); // both survive `new`
    CHECK(go(clock) == "movetime 1480");
    for (const auto tiny : {0ms, 5ms, 20ms, 21ms}) {
        clock.set_move_time(tiny);
        CHECK(go(clock) == "movetime 1");
    }
}

TEST_CASE("sd adds a depth to any limit until the next game") {
    Clock clock;
    clock.set_depth(5);
    CHECK(go(clock) == "wtime 300000 btime 300000 depth 5");
    clock.set_move_time(2s);
    CHECK(go(clock) == "movetime 1980 depth 5");
    clock.set_nps(100);
    CHECK(go(clock) == "nodes 200 depth 5");
    clock.new_game();
    CHECK(go(clock) == "movetime 1980");
    for (const int none : {0, -1}) {
        clock.set_depth(7);
        clock.set_depth(none);
        CHECK(go(clock) == "movetime 1980");
    }
}

TEST_CASE("nps: an even share of the time as nodes, PolyGlot's figures") {
    Clock clock;
    clock.set_nps(1000);
    const auto check = [&clock](std::string_view level, int engine_moves, int nodes) {
        CAPTURE(level);
        set_level(clock, level);
        clock.set_own_time(40s, t0);
        CHECK(go(clock, Color::Black, played(engine_moves)) == "nodes " + std::to_string(nodes));
    };
    check("0 1 0", 0, 1000);
    check("0 1 5", 3, 6000);
    check("40 1 0", 1, 1026);
    check("40 1 10", 2, 11053);
    clock.set_nps(100);
    clock.set_move_time(5s); // in nodes there is no way to lose time on
    CHECK(go(clock) == "nodes 500");
    clock.set_nps(2'000'000'000);
    clock.set_move_time(protocol::longest_time);
    CHECK(go(clock) == "nodes 4000000000000000");
    clock.set_nps(1);
    clock.set_move_time(0ms);
    CHECK(go(clock) == "nodes 1");
    for (const int wall_clock : {0, -1}) {
        clock.set_nps(7);
        clock.set_nps(wall_clock);
        CHECK(go(clock) == "movetime 1");
    }
    clock.set_nps(7);
    clock.new_game();
    CHECK(go(clock) == "movetime 1");
}

TEST_CASE("time and otim belong to the players, whatever their colours") {
    Clock clock;
    set_level(clock, "0 1 0");
    clock.set_own_time(10s, t0);
    clock.set_opponent_time(20s, t0);
    CHECK(go(clock, Color::Black) == "wtime 20000 btime 10000");
    CHECK(go(clock, Color::White) == "wtime 10000 btime 20000");
    clock.set_own_time(-5s, t0);
    clock.set_opponent_time(0ms, t0);
    CHECK(go(clock, Color::Black) == "wtime 1 btime 1");
    CHECK(clock.own_time(t0) == -5s);
    clock.new_game();
    CHECK(go(clock, Color::White) == "wtime 60000 btime 60000");
}

TEST_CASE("the clocks run between the GUI's messages") {
    Clock clock;
    set_level(clock, "0 1 2");
    clock.new_game();
    clock.run(Side::Opponent, t0);
    clock.on_move(Side::Opponent, played(1), t0 + 5s);
    CHECK(clock.opponent_time(t0 + 5s) == 57s);
    CHECK(go(clock, Color::Black, played(0), t0 + 5s) ==
          "wtime 57000 btime 60000 winc 2000 binc 2000");
    // The engine's clock runs since the opponent's move; a second `go` tells what is left then.
    CHECK(go(clock, Color::Black, played(0), t0 + 8s) ==
          "wtime 57000 btime 57000 winc 2000 binc 2000");
    clock.on_move(Side::Engine, played(1), t0 + 10s);
    CHECK(clock.own_time(t0 + 10s) == 57s);
    CHECK(clock.opponent_time(t0 + 12s) == 55s); // and now the opponent's
    // Stopped: force mode, pause.
    clock.run(Side::None, t0 + 12s);
    CHECK(clock.opponent_time(t0 + 99s) == 55s);
    CHECK(clock.own_time(t0 + 99s) == 57s);
    clock.run(Side::Opponent, t0 + 100s);
    CHECK(clock.opponent_time(t0 + 101s) == 54s);
    clock.new_game();
    CHECK(clock.opponent_time(t0 + 200s) == 60s);
}

TEST_CASE("a GUI that sends the time once gets right clocks for a whole game") {
    Clock clock;
    set_level(clock, "3 1 1");
    clock.set_own_time(30s, t0);
    clock.set_opponent_time(40s, t0);
    TimePoint now = t0;
    clock.run(Side::Engine, now); // the engine is White
    for (int move = 1; move <= 7; ++move) {
        now += 4s;
        clock.on_move(Side::Engine, played(move), now);
        now += 3s;
        clock.on_move(Side::Opponent, played(move), now);
    }
    // Two sessions of three moves are over
    CHECK(clock.own_time(now) == 30s - 7 * 4s + 7 * 1s + 2 * 60s);
    CHECK(clock.opponent_time(now) == 40s - 7 * 3s + 7 * 1s + 2 * 60s);
}

TEST_CASE("nothing is added to a clock that the GUI has just set with the opponent's move") {
    Clock clock;
    set_level(clock, "2 1 5");
    clock.run(Side::Opponent, t0);
    clock.set_own_time(50s, t0 + 3s);
    clock.set_opponent_time(62s, t0 + 3s); // the increment is in it
    clock.on_move(Side::Opponent, played(2), t0 + 3s);
    CHECK(clock.opponent_time(t0 + 3s) == 62s);
    CHECK(clock.own_time(t0 + 3s) == 50s);
    clock.on_move(Side::Engine, played(1), t0 + 4s); // ours is of before our move
    CHECK(clock.own_time(t0 + 4s) == 54s);
    clock.on_move(Side::Opponent, played(3), t0 + 5s); // the GUI does not send it this time
    CHECK(clock.opponent_time(t0 + 5s) == 66s);
    clock.on_move(Side::Engine, played(2), t0 + 5s);
    CHECK(clock.own_time(t0 + 5s) == 54s + 5s + 60s);
}

TEST_CASE("a clock that runs is set from now on, and what was set is of its game") {
    Clock clock;
    set_level(clock, "0 1 10");
    clock.run(Side::Engine, t0);
    clock.set_own_time(30s, t0 + 5s);
    CHECK(clock.own_time(t0 + 6s) == 29s);
    clock.run(Side::Opponent, t0 + 6s);
    clock.set_opponent_time(20s, t0 + 10s);
    CHECK(clock.opponent_time(t0 + 11s) == 19s);
    clock.new_game();
    CHECK(clock.own_time(t0 + 20s) == 60s);
    CHECK(clock.opponent_time(t0 + 20s) == 60s);
    clock.on_move(Side::Opponent, played(1), t0 + 20s);
    CHECK(clock.opponent_time(t0 + 20s) == 70s);
}

TEST_CASE("fractions of a millisecond add up, time never runs backwards") {
    Clock clock;
    set_level(clock, "0 1 0");
    clock.run(Side::Engine, t0);
    TimePoint now = t0;
    for (int i = 0; i < 1000; ++i) {
        now += 900us;
        clock.set_opponent_time(1s, now); // books what has passed
    }
    CHECK(clock.own_time(now) == 59'100ms);
    CHECK(clock.own_time(t0 - 5s) == 59'100ms);
}

TEST_CASE("a level set while a clock runs takes effect at once") {
    Clock clock;
    clock.run(Side::Engine, t0);
    set_level(clock, "0 1 0", t0 + 10s);
    CHECK(go(clock, Color::White, {}, t0 + 11s) == "wtime 59000 btime 60000");
}

TEST_CASE("movestogo counts down over three sessions, for White and for Black") {
    Clock clock;
    set_level(clock, "40 1 0");
    for (const Color engine : {Color::White, Color::Black}) {
        for (int moves = 0; moves < 120; ++moves) {
            CAPTURE(moves);
            CHECK(go(clock, engine, played(moves)) ==
                  "wtime 60000 btime 60000 movestogo " + std::to_string(40 - moves % 40));
        }
    }
}

TEST_CASE("movestogo is never less than what either way of counting forced moves leaves") {
    Clock clock;
    set_level(clock, "40 1 0");
    const auto check = [&clock](int all, int outside_force, int expected) {
        CAPTURE(all);
        CAPTURE(outside_force);
        CHECK(go(clock, Color::White, {all, outside_force}) ==
              "wtime 60000 btime 60000 movestogo " + std::to_string(expected));
    };
    check(8, 0, 40);
    check(9, 1, 39);
    check(39, 31, 9);
    check(40, 32, 40); // XBoard has begun a session, cutechess has 8 moves to go
    check(48, 40, 40);
    check(49, 41, 39);
}

TEST_CASE("the base of a new session is added when both ways of counting have begun it") {
    Clock clock;
    set_level(clock, "4 1 0");
    clock.on_move(Side::Engine, {4, 2}, t0);
    CHECK(clock.own_time(t0) == 60s);
    clock.on_move(Side::Engine, {6, 4}, t0);
    CHECK(clock.own_time(t0) == 120s);
}

TEST_CASE("times far out of range do not overflow") {
    Clock clock;
    set_level(clock, "1 99999999999999 9999999999");
    TimePoint now = t0;
    for (int move = 1; move < 100; ++move)
        clock.on_move(Side::Engine, played(move), now);
    CHECK(go(clock) ==
          "wtime 2000000000 btime 2000000000 winc 2000000000 binc 2000000000 movestogo 1");
    clock.set_own_time(-protocol::longest_time, now);
    clock.run(Side::Engine, now);
    now += 24h * 3650;
    CHECK(go(clock, Color::White, {}, now) ==
          "wtime 1 btime 2000000000 winc 2000000000 binc 2000000000 movestogo 1");
}

TEST_CASE("clock: the time control is known once the GUI has given it") {
    Clock clock;
    CHECK_FALSE(clock.time_control());
    clock.set_level({40, 5min, 2s}, {});
    REQUIRE(clock.time_control());
    CHECK(clock.time_control()->base == 5min);
    CHECK(clock.time_control()->increment == 2s);
    clock.set_move_time(7s);
    CHECK(clock.time_control()->base == 0s);
    CHECK(clock.time_control()->increment == 7s);
    clock.new_game();
    CHECK(clock.time_control()->increment == 7s);
    clock.set_level({0, 1min, 0s}, {});
    CHECK(clock.time_control()->base == 1min);
    CHECK(clock.time_control()->increment == 0s);
}
