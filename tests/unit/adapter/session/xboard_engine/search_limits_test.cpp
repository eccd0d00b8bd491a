// The deadlines and limits of a search, and how an engine leaves an analysis.
#include "searching_engine.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using Engine = session::SearchingEngine;
using Lines = std::vector<std::string>;

TEST_CASE("the deadlines of a search") {
    const auto left = [](Engine& engine) {
        return *engine.search.deadline() - engine.process.now();
    };
    SUBCASE("a claim that no move follows") {
        Engine engine;
        engine.go("depth 5");
        engine.says("5 20 10 1000 d2d4 d7d5");
        engine.wait(100ms);
        engine.search.on_result_claim();
        CHECK(left(engine) == 500ms);
        engine.wait(300ms);
        engine.says("5 21 10 1000 d2d4 d7d5"); // it is still thinking
        CHECK(left(engine) == 500ms);
    }
    SUBCASE("the answer to `?`") {
        Engine engine;
        engine.go("depth 5");
        engine.wait(100ms);
        engine.sent();
        const auto asked = engine.process.now();
        engine.stop();
        CHECK(engine.sent() == Lines{"?"});
        for (int i = 1; i < 5; ++i) {
            CHECK(left(engine) == 400ms);
            engine.wait(400ms);
            CHECK(engine.sent() == Lines{"?"});
        }
        CHECK(*engine.search.deadline() == asked + 2s);
    }
    SUBCASE("a search that has just begun") {
        Engine engine;
        engine.go("depth 5");
        engine.sent();
        engine.wait(49ms);
        engine.stop();
        CHECK(left(engine) == 1ms);
        CHECK(engine.sent().empty());
        engine.wait(1ms);
        CHECK(engine.sent() == Lines{"?"});
        Engine other;
        other.go("depth 5");
        other.wait(50ms);
        other.sent();
        other.stop();
        CHECK(other.sent() == Lines{"?"});
    }
}

TEST_CASE("limits that the engine is not sent end the search when they are reached") {
    const auto ends_at = [](std::string_view limits,
                            std::initializer_list<std::string_view> lines) {
        Engine engine;
        engine.go(limits);
        engine.wait(100ms);
        engine.sent();
        std::size_t said = 0;
        for (const std::string_view line : lines) {
            ++said;
            engine.says(line);
            if (!engine.sent().empty()) return said;
        }
        return std::size_t{0};
    };
    CHECK(ends_at("depth 5", {"5 20 10 9 e2e4", "6 20 10 9 e2e4"}) == 2);
    CHECK(ends_at("nodes 100", {"5 20 10 99 e2e4", "6 20 10 100 e2e4"}) == 2);
    CHECK(ends_at("mate 3", {"5 20 10 9 e2e4", "6 100004 10 9 e2e4", "6 -100002 10 9 e2e4",
                             "6 100003 10 9 e2e4"}) == 4);
    CHECK(ends_at("mate 3", {"6 100001 10 9 e2e4"}) == 1);
    CHECK(ends_at("infinite", {"6 100001 10 9 e2e4"}) == 0);
}

TEST_CASE("moves without a search put the board in doubt, three times") {
    Engine engine;
    engine.sync.on_playing(chess::Color::White);
    for (int i = 1; i <= 4; ++i) {
        engine.sync.on_position(protocol::parse_position("startpos"));
        while (!engine.sync.sync())
            engine.pong();
        engine.pong();
        engine.sync.on_playing(chess::Color::White);
        REQUIRE(engine.sync.board().is_known());
        engine.says("move a2a3");
        CHECK(engine.sync.board().is_known() == (i > 3));
    }
    engine.go("movetime 1000"); // a move of a search, and it begins again
    engine.pong();
    engine.pong();
    engine.says("move e2e4");
    engine.sync.on_playing(chess::Color::Black);
    engine.says("move d7d5");
    CHECK_FALSE(engine.sync.board().is_known());
    Engine forced; // in force mode and quiet it has not moved
    forced.says("move a2a3");
    CHECK(forced.sync.board().is_known());
}

TEST_CASE("searchmoves are excluded and included for an engine that knows exclude") {
    Engine engine;
    engine.connection.features().exclude = true;
    engine.go("infinite searchmoves g1f3 e2e5 e2e4");
    CHECK(engine.sent() == Lines{"exclude all", "include g1f3", "include e2e4", "analyze"});
    engine.wait(100ms);
    engine.stop();
    CHECK(engine.sent() == Lines{"exit", "include all"});
    engine.pong();
    engine.go("infinite");
    CHECK(engine.sent() == Lines{"analyze"});
    engine.wait(100ms);
    engine.stop();
    CHECK(engine.sent() == Lines{"exit"});
}

TEST_CASE("before each bestmove there is a line of play, unless the search was to ponder") {
    Engine engine;
    engine.go("movetime 1000");
    engine.wait(70ms);
    engine.says("move e2e4");
    CHECK(take_replies(engine.connection) ==
          Lines{"info depth 1 score cp 0 time 70 nodes 0 pv e2e4", "bestmove e2e4"});
    engine.sync.on_position(protocol::parse_position("startpos moves e2e4 e7e5"));
    engine.go("movetime 1000");
    engine.says("5 20 10 1000 g1f3");
    engine.says("move d2d4"); // not the line's: no ponder move
    CHECK(engine.answer() == "bestmove d2d4");
}

TEST_CASE("an engine that is slow to leave an analysis is not warmed again") {
    const auto warms_after = [](std::chrono::milliseconds slow) {
        Engine engine;
        engine.settings.book_ponder = "hard";
        engine.go("ponder movetime 1000");
        CHECK(engine.sent() == Lines{"analyze"});
        engine.wait(100ms);
        engine.ponderhit();
        CHECK(engine.sent() == Lines{"exit"});
        CHECK(engine.search.is_warming());
        engine.process.advance(slow);
        engine.pong();
        CHECK_FALSE(engine.search.is_warming());
        return engine.search.can_warm();
    };
    CHECK(warms_after(300ms));
    CHECK_FALSE(warms_after(301ms));
}

TEST_CASE("an engine that has hung after two analyses is restarted at the end of the next") {
    Engine engine;
    for (int hangs = 0; hangs < 3; ++hangs) {
        engine.go("infinite");
        engine.wait(100ms);
        engine.sent();
        engine.stop();
        Lines sent = engine.sent();
        CHECK(sent.front() == "exit");
        CHECK((sent.size() > 1) == (hangs == 2)); // the restart
        engine.search.on_no_pong();
        engine.connection.end_wait();
        engine.search.on_free();
        CHECK_FALSE(engine.search.can_warm());
    }
}

TEST_CASE("one analysis that ends in time, and the hang before does not count") {
    Engine engine;
    for (const bool hangs : {true, false, true, true}) {
        engine.go("infinite");
        engine.wait(100ms);
        engine.sent();
        engine.stop();
        CHECK(engine.sent() == Lines{"exit"});
        if (hangs) {
            engine.search.on_no_pong();
            engine.connection.end_wait();
            engine.search.on_free();
        } else {
            engine.pong();
            CHECK(engine.search.can_warm());
        }
    }
}
