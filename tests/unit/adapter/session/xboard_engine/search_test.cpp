// Every `go` ends in one bestmove, whatever the engine does.
#include "adapter/session/xboard_engine/search.hpp"
#include "recorded_process.hpp"
#include "tests/unit/adapter/session/state_table.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using session::BoardSync;
using session::Connection;
using session::RecordedProcess;
using session::XboardSearch;
using Lines = std::vector<std::string>;

namespace {

// An engine that is at the start position of a game.
struct Engine {
    RecordedProcess process;
    Connection connection{process};
    config::Settings settings;
    BoardSync sync{connection, settings};
    session::Supervisor supervisor{settings};
    XboardSearch search{connection, sync, supervisor, settings};

    Engine() {
        protocol::XboardFeatures& features = connection.features();
        features.ping = features.setboard = true;
        features.colors = features.time = features.sigint = false;
        sync.on_position(protocol::parse_position("startpos"));
        sync.sync();
        pong();
        sync.sync();
        process.take();
    }
    void pong() {
        if (connection.on_pong(1000)) search.on_free();
    }
    void go(std::string_view limits) {
        supervisor.on_go("go " + std::string(limits), protocol::parse_go(limits), process.now());
        search.on_go(protocol::parse_go(limits), !connection.is_waiting());
    }
    void stop() {
        supervisor.on_asked("stop", protocol::UciCommand::Stop, process.now());
        search.on_stop();
    }
    void ponderhit() {
        supervisor.on_asked("ponderhit", protocol::UciCommand::PonderHit, process.now());
        search.on_ponderhit(!connection.is_waiting());
    }
    void says(std::string_view line) {
        const auto parsed = protocol::parse_xboard_engine_line(line);
        switch (parsed.reply) {
        case protocol::XboardReply::Move: search.on_move(parsed); break;
        case protocol::XboardReply::Error:
        case protocol::XboardReply::IllegalMove: search.on_objection(parsed, line); break;
        default: search.on_thinking(line); break;
        }
    }
    void wait(std::chrono::milliseconds time) {
        process.advance(time);
        search.answer_if_overdue_to_begin();
        search.on_timeout();
    }
    Lines sent() {
        Lines lines = process.take();
        std::erase_if(lines, [](const std::string& line) { return line.starts_with("ping"); });
        return lines;
    }
    // The last line for the GUI side, empty if there is none.
    std::string answer() {
        const Lines lines = take_replies(connection);
        return lines.empty() ? "" : lines.back();
    }
};

} // namespace

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

namespace {

// The engine, for the steps of the table.
class TableFixture {
  public:
    void on(const std::string& step) {
        std::string_view arguments = step;
        const std::string_view word = text::next_word(arguments);
        arguments = text::trim(arguments);
        if (word == "position")
            engine_.sync.on_position(protocol::parse_position(arguments));
        else if (word == "go")
            engine_.go(arguments);
        else if (word == "stop")
            engine_.stop();
        else if (word == "ponderhit")
            engine_.ponderhit();
        else if (word == "pong")
            engine_.pong();
        else if (word == "wait")
            engine_.wait(std::chrono::milliseconds(text::parse_int<int>(arguments).value()));
        else if (word == "deadlines")
            pass_deadlines();
        else if (word == "warm")
            engine_.settings.book_ponder = "hard";
        else if (word == "no-analysis")
            engine_.connection.features().analyze = false;
        else if (word == "claim")
            engine_.search.on_result_claim();
        else if (word == "resign")
            engine_.search.on_resign();
        else if (word == "lost")
            engine_.search.on_lost(false);
        else
            engine_.says(step);
    }
    std::string state() const { return std::string(engine_.search.phase_name()); }
    std::string take_actions() {
        Lines actions = engine_.sent();
        for (const std::string& reply : take_replies(engine_.connection))
            if (!reply.starts_with("info") && !reply.starts_with("(notice)"))
                actions.push_back(reply.starts_with("no move") ? "failure" : reply);
        for (std::string& action : actions)
            if (action.starts_with("(restart")) action = "restart";
        return session::join_actions(actions);
    }

  private:
    // Until the phase changes or nothing is due.
    void pass_deadlines() {
        const std::string before = state();
        for (int i = 0; i < 20; ++i) {
            const auto due = engine_.search.deadline();
            if (!due || state() != before) return;
            engine_.wait(std::chrono::duration_cast<std::chrono::milliseconds>(
                *due - engine_.process.now()));
        }
        FAIL("deadlines without end");
    }

    Engine engine_;
};

} // namespace

TEST_CASE("search: the tables of its header") {
    const std::string line = "5 20 10 1000 d2d4 d7d5";
    const std::string elsewhere = "position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    session::check_tables<TableFixture>(
        "adapter/session/xboard_engine/search.hpp",
        {{"Waiting", {elsewhere, "go movetime 1000"}},
         {"Waiting, analysis", {elsewhere, "go infinite"}},
         {"Waiting, to warm", {elsewhere, "warm", "go ponder movetime 1000"}},
         {"Waiting, to warm, stopped", {elsewhere, "warm", "go ponder movetime 1000", "stop"}},
         {"Waiting, stopped", {elsewhere, "go movetime 1000", "stop"}},
         {"Waiting, analysis stopped", {elsewhere, "go infinite", "stop"}},
         {"Pondering", {"position startpos moves e2e4", "go ponder movetime 1000"}},
         {"Thinking", {"go movetime 1000", line, "wait 100"}},
         {"Thinking, no line", {"go movetime 1000", "wait 100"}},
         {"Thinking, infinite", {"no-analysis", "go infinite", line, "wait 100"}},
         {"Hurried", {"go movetime 1000", line, "wait 100", "stop"}},
         {"Hurried, no line", {"go movetime 1000", "wait 100", "stop"}},
         {"Analysing", {"go infinite", "wait 100"}},
         {"Warming", {"warm", "go ponder movetime 1000", "wait 100"}},
         {"Held", {"no-analysis", "go infinite", "wait 100", "move e2e4"}},
         {"Failed", {"go movetime 1000", "move e2e5", "pong", "pong", "pong", "move e2e5"}}},
        {{"board is there", {"pong", "pong", "pong"}},
         {"ponderhit", {"ponderhit"}},
         {"stop", {"stop"}},
         {"deadlines", {"deadlines"}},
         {"its move", {"move a2a3"}},
         {"illegal move", {"move e2e5"}},
         {"claim", {"claim", "wait 500"}},
         {"resigns", {"resign"}},
         {"process lost", {"lost"}}});
}

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
