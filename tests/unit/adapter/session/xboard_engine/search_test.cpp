// Every `go` ends in one bestmove, whatever the engine does.
#include "searching_engine.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using Engine = session::SearchingEngine;
using Lines = std::vector<std::string>;

TEST_CASE("the engine's move is the bestmove, with the ponder move of its line") {
    Engine engine;
    engine.go("movetime 1000");
    CHECK(engine.sent() == Lines{"st 1", "go"});
    engine.says("5 20 10 1000 e2e4 e7e5");
    engine.says("move e2e4");
    CHECK(engine.answer() == "bestmove e2e4 ponder e7e5");
    CHECK(!engine.search.is_asked());
    CHECK(engine.sync.board().moves() == Lines{"e2e4"});
}

TEST_CASE("the engine answers the opponent's move by itself: nothing else is sent") {
    Engine engine;
    engine.go("movetime 1000");
    engine.says("move e2e4");
    engine.sent();
    engine.sync.on_position(protocol::parse_position("startpos moves e2e4 e7e5"));
    engine.go("movetime 1000");
    CHECK(engine.sent() == Lines{"e7e5"});
}

TEST_CASE("a search without limits is an analysis, and stop ends it by exit") {
    Engine engine;
    engine.go("infinite");
    CHECK(engine.sent() == Lines{"analyze"});
    engine.says("5 20 10 1000 d2d4 d7d5");
    engine.wait(1s);
    engine.stop();
    CHECK(engine.sent() == Lines{"exit"});
    CHECK(engine.answer() == "bestmove d2d4 ponder d7d5");
    CHECK(!engine.connection.is_quiet());
}

TEST_CASE("a search that has only just begun is stopped when the engine can see it") {
    Engine engine;
    engine.go("infinite");
    engine.sent();
    engine.stop();
    CHECK(engine.sent().empty());
    CHECK(*engine.search.deadline() == engine.process.now() + 50ms);
    engine.wait(50ms);
    CHECK(engine.sent() == Lines{"exit"});
}

TEST_CASE("an engine that cannot analyse thinks, and its move is held until stop") {
    Engine engine;
    engine.go("infinite");
    engine.says("Error (unknown command): analyze");
    CHECK(engine.sent() == Lines{"analyze", "level 1 600 0", "go"});
    engine.says("move g1f3");
    CHECK(engine.answer().empty());
    CHECK(!engine.search.deadline()); // nothing is sent again
    engine.search.on_result_claim();
    engine.search.on_resign();
    CHECK(!engine.search.deadline());
    engine.stop();
    CHECK(engine.answer() == "bestmove g1f3");
    CHECK(engine.sent().empty());
}

TEST_CASE(
    "a search for which analysis was refused is not an analysis for the next process either") {
    Engine engine;
    engine.go("infinite");
    engine.says("Error (unknown command): analyze");
    engine.search.on_lost(false);
    engine.sync.forget_process();
    engine.connection.features().analyze = true; // announced again
    engine.sent();
    engine.search.on_free();
    engine.pong();
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "level 1 600 0", "go"});
}

TEST_CASE("a move is asked for every 0.4 s, and after 2 s the best line's is played") {
    Engine engine;
    engine.go("movetime 1000");
    engine.says("5 20 10 1000 d2d4 d7d5");
    engine.sent();
    engine.wait(1000ms);
    CHECK(engine.sent() == Lines{"?"});
    engine.wait(400ms);
    CHECK(engine.sent() == Lines{"?"});
    CHECK(engine.search.is_asked());
    engine.wait(1600ms);
    CHECK(engine.answer() == "bestmove d2d4 ponder d7d5");
    CHECK(engine.sent() == Lines{"(restart: it reads nothing while it thinks)"});
}

TEST_CASE("an engine that neither moves when asked to nor has a line: its first line, or its own "
          "move, is waited for") {
    Engine engine;
    engine.go("movetime 1000");
    engine.wait(1000ms);
    for (int i = 0; i < 5; ++i)
        engine.wait(400ms);
    engine.sent();
    CHECK(!engine.search.deadline());
    CHECK(engine.answer().empty());
    SUBCASE("line") {
        engine.says("5 20 10 1000 d2d4 d7d5");
        CHECK(engine.answer() == "bestmove d2d4 ponder d7d5");
        CHECK(engine.sent() == Lines{"(restart: it reads nothing while it thinks)"});
    }
    SUBCASE("move") {
        engine.says("move e2e4");
        CHECK(engine.answer() == "bestmove e2e4");
        CHECK(engine.sent().empty());
    }
}

TEST_CASE("Fairy-Max reads nothing while it thinks: it is not asked, but restarted") {
    Engine engine;
    engine.connection.features().myname = "Fairy-Max 5.0";
    engine.go("movetime 1000");
    engine.says("5 20 10 1000 d2d4 d7d5");
    engine.wait(100ms);
    engine.sent();
    engine.stop();
    CHECK(engine.answer() == "bestmove d2d4 ponder d7d5");
    CHECK(engine.sent() == Lines{"(restart: it reads nothing while it thinks)"});
}

TEST_CASE("after an illegal move the engine is set up again once") {
    Engine engine;
    engine.go("movetime 1000");
    engine.sent();
    engine.says("move e2e5");
    CHECK(engine.sent() == Lines{"force"});
    engine.pong(); // to force
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force"});
    engine.pong(); // to new
    engine.pong(); // to the set-up
    CHECK(engine.sent() == Lines{"st 1", "go"});
    CHECK(engine.answer().starts_with(
        "no move e2e5: gives no legal move: its move e2e5 is illegal in rnbqkbnr/"));
    CHECK(engine.search.is_asked());
    engine.says("move e2e4");
    CHECK(engine.answer() == "bestmove e2e4");
}

TEST_CASE("a search that is stopped before it could begin is answered without the engine") {
    Engine engine;
    engine.sync.on_position(protocol::parse_position("fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    engine.go("infinite");
    CHECK(engine.connection.is_waiting());
    CHECK(engine.search.waits_for_engine());
    engine.stop();
    engine.wait(199ms);
    CHECK(engine.search.is_asked());
    engine.wait(1ms);
    CHECK(!engine.search.is_asked());
    CHECK(engine.answer().starts_with("bestmove "));
}

TEST_CASE("no move is chosen for an engine: a stopped search for a move begins first, and fails "
          "after five seconds") {
    Engine engine;
    engine.sync.on_position(protocol::parse_position("fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    engine.go("movetime 1000");
    engine.stop();
    SUBCASE("it begins") {
        engine.wait(1s);
        engine.sent();
        engine.pong();
        CHECK(engine.sent().back() == "go");
        engine.wait(50ms);
        CHECK(engine.sent() == Lines{"?"});
        engine.says("move a1a8");
        CHECK(engine.answer() == "bestmove a1a8");
    }
    SUBCASE("it does not") {
        engine.wait(4999ms);
        CHECK(engine.answer().empty());
        engine.wait(1ms);
        CHECK(engine.answer() == "no move: gives no legal move: it has not begun 5 s after stop");
    }
}

TEST_CASE("a second illegal move is a failure, with the move") {
    Engine engine;
    engine.go("movetime 1000");
    engine.says("move e2e5");
    engine.pong();
    engine.pong();
    engine.pong();
    engine.says("move e2e6");
    CHECK(engine.answer() == "no move e2e6: gives no legal move: its move e2e6 is illegal in "
                             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(engine.search.is_asked()); // until the session has decided
    SUBCASE("the engine is not replaced") {
        engine.search.end_failed();
        CHECK(!engine.search.is_asked());
    }
    SUBCASE("another process is asked the same, and once more") {
        engine.search.on_lost(false);
        CHECK(engine.search.waits_for_engine());
    }
}

TEST_CASE("no legal move: the answer is (none), and of an infinite search it is held") {
    Engine engine;
    engine.sync.on_position(protocol::parse_position("startpos moves f2f3 e7e5 g2g4 d8h4"));
    SUBCASE("movetime") {
        engine.go("movetime 1000");
        engine.pong();
    }
    SUBCASE("infinite") {
        engine.go("infinite");
        engine.pong();
        CHECK(engine.answer() == "info depth 0 score mate 0");
        engine.stop();
    }
    CHECK(engine.answer() == "bestmove (none)");
}

TEST_CASE("a search to ponder sends nothing; ponderhit begins it") {
    Engine engine;
    engine.sync.on_position(protocol::parse_position("startpos moves e2e4"));
    engine.go("ponder movetime 1000");
    CHECK(engine.sent().empty());
    engine.ponderhit();
    CHECK(engine.sent() == Lines{"e2e4", "st 1", "go"});
}

TEST_CASE("the search of a lost process is asked again of the next, unless it is given up") {
    Engine engine;
    engine.go("movetime 1000");
    SUBCASE("asked again") {
        engine.search.on_lost(false);
        CHECK(engine.search.waits_for_engine());
        engine.sync.forget_process();
        engine.sent();
        engine.search.on_free();
        engine.pong();
        CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "st 1", "go"});
    }
    SUBCASE("given up") {
        engine.search.on_lost(true);
        CHECK(!engine.search.is_asked());
    }
}

TEST_CASE("a move that is not one of searchmoves is not played") {
    Engine engine;
    engine.go("movetime 1000 searchmoves a2a3");
    engine.says("move e2e4");
    CHECK(engine.answer() == "bestmove a2a3");
    CHECK(!engine.sync.board().is_known());
}
