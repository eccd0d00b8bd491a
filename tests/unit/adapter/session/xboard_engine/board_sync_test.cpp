// How the engine's board is brought to the wanted game.
#include "adapter/session/xboard_engine/board_sync.hpp"
#include "recorded_process.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using chess::Color;
using session::BoardSync;
using session::Connection;
using session::RecordedProcess;
using Lines = std::vector<std::string>;

namespace {

const std::string rooks = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

// An engine with these features that takes everything, unless a test says otherwise.
struct Engine {
    RecordedProcess process;
    Connection connection{process};
    config::Settings settings;
    BoardSync sync{connection, settings};

    Engine() {
        connection.features().ping = true;
        connection.features().setboard = true;
    }
    // A pong comes whenever it is waited for. Returns false if the engine is restarted.
    bool bring_to(std::string_view position) {
        sync.on_position(protocol::parse_position(position));
        for (int i = 0; i < 10; ++i) {
            if (sync.sync()) return true;
            if (!connection.is_waiting()) return false;
            connection.on_pong(1000);
        }
        return false;
    }
    // Without pings.
    Lines sent() {
        Lines lines = process.take();
        std::erase_if(lines, [](const std::string& line) { return line.starts_with("ping"); });
        return lines;
    }
};

} // namespace

TEST_CASE("the first game is begun by new, and its moves follow") {
    Engine engine;
    engine.sync.on_position(protocol::parse_position("startpos moves e2e4"));
    CHECK(engine.sync.sync());
    CHECK(engine.process.take() == Lines{"new", "easy", "post", "force", "e2e4"});
    CHECK(engine.sync.sync());
    CHECK(engine.process.take().empty());
}

TEST_CASE("a position that was set up is in doubt until the pong") {
    Engine engine;
    engine.sync.on_position(protocol::parse_position("fen " + rooks));
    CHECK(!engine.sync.sync());
    CHECK(engine.process.take() ==
          Lines{"new", "easy", "post", "force", "setboard " + rooks, "ping 1"});
    CHECK(engine.connection.is_waiting());
    engine.connection.on_pong(1);
    CHECK(engine.sync.sync());
    CHECK(engine.process.take().empty());
    CHECK(!engine.sync.refuses());
}

TEST_CASE("moves that follow are sent, and no more") {
    Engine engine;
    CHECK(engine.bring_to("startpos moves e2e4"));
    engine.sent();
    engine.connection.features().usermove = true;
    CHECK(engine.bring_to("startpos moves e2e4 e7e5 g1f3"));
    CHECK(engine.process.take() == Lines{"usermove e7e5", "usermove g1f3"});
    CHECK(engine.bring_to("startpos moves e2e4 e7e5 g1f3"));
    CHECK(engine.process.take().empty());
}

TEST_CASE("moves that are too many are taken back") {
    Engine engine;
    CHECK(engine.bring_to("startpos moves e2e4 e7e5 g1f3"));
    engine.sent();
    CHECK(engine.bring_to("startpos moves e2e4 c7c5"));
    CHECK(engine.sent() == Lines{"undo", "undo", "c7c5"});

    SUBCASE("not without ping: nothing would show that it failed") {
        engine.connection.features().ping = false;
        CHECK(engine.bring_to("startpos moves e2e4"));
        CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "e2e4"});
    }
    SUBCASE("never again after an objection") {
        engine.sync.on_position(protocol::parse_position("startpos moves e2e4"));
        CHECK(!engine.sync.sync());
        CHECK(engine.sent() == Lines{"undo"});
        CHECK(engine.sync.is_about_position("(unknown command): undo"));
        CHECK(engine.sync.on_objection());
        engine.connection.on_pong(1000);
        CHECK(engine.bring_to("startpos moves e2e4"));
        CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "e2e4"});
        CHECK(engine.bring_to("startpos"));
        CHECK(engine.sent() == Lines{"new", "easy", "post", "force"});
    }
}

TEST_CASE("another start is set up by setboard, or by edit") {
    Engine engine;
    CHECK(engine.bring_to("startpos"));
    engine.sent();
    SUBCASE("setboard") {
        CHECK(engine.bring_to("fen " + rooks));
        CHECK(engine.sent() == Lines{"setboard " + rooks});
    }
    SUBCASE("edit") {
        engine.connection.features().setboard = false;
        CHECK(engine.bring_to("fen " + rooks + " moves a1a2"));
        CHECK(engine.sent() == Lines{"edit", "#", "Ra1", "Ke1", "c", "Ke8", ".", "a1a2"});
    }
}

TEST_CASE(
    "an engine that objects to a set-up is restarted once, and then it refuses the position") {
    Engine engine;
    CHECK(engine.bring_to("startpos"));
    engine.sent();
    const auto set_up_in_vain = [&engine] {
        engine.sync.on_position(protocol::parse_position("fen " + rooks));
        while (!engine.sync.sync() && engine.connection.is_waiting()) {
            engine.sync.on_objection();
            engine.connection.on_pong(1000);
        }
    };
    set_up_in_vain();
    CHECK(engine.sent() == Lines{"setboard " + rooks, "(restart: it does not take a position)"});
    engine.sync.forget_process();
    set_up_in_vain();
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "setboard " + rooks});
    CHECK(engine.sync.refuses());
    engine.sync.on_position(protocol::parse_position("startpos"));
    CHECK(!engine.sync.refuses());
}

// The old process had objected and was gone before its pong.
TEST_CASE("an objection ends with the process that made it") {
    Engine engine;
    engine.sync.on_position(protocol::parse_position("fen " + rooks));
    CHECK(!engine.sync.sync());
    CHECK(engine.sync.on_objection());
    engine.sync.forget_process();
    engine.connection.forget_process();
    engine.sent();
    CHECK(engine.bring_to("fen " + rooks));
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "setboard " + rooks});
    CHECK(!engine.sync.refuses());
}

TEST_CASE("an engine whose board is in doubt after each set-up is set up eight times") {
    Engine engine;
    int set_ups = 0;
    engine.sync.on_position(protocol::parse_position("fen " + rooks));
    for (int i = 0; i < 20; ++i) {
        engine.sync.set_unknown();
        if (engine.sync.sync()) break;
        for (const std::string& line : engine.sent())
            set_ups += line.starts_with("setboard") ? 1 : 0;
        engine.connection.on_pong(1000);
    }
    CHECK(set_ups == 8);
    CHECK(engine.sync.refuses());
    engine.sync.on_search_over();
    CHECK(engine.bring_to("fen " + rooks));
    CHECK(engine.sent() == Lines{"setboard " + rooks});
}

TEST_CASE("illegal moves are left out with all that follow") {
    Engine engine;
    CHECK(engine.bring_to("startpos moves e2e4 e2e4 e7e5"));
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "e2e4"});
    CHECK(engine.sync.wanted().moves == Lines{"e2e4"});
    CHECK(take_replies(engine.connection) ==
          Lines{"(notice) illegal move e2e4 in the position line: left out, with all that follow"});
}

TEST_CASE("a second game needs another process if the engine plays one only") {
    Engine engine;
    CHECK(engine.sync.on_new_game());
    engine.connection.features().reuse = false;
    engine.sent();
    CHECK(!engine.sync.on_new_game());
    CHECK(engine.sent() == Lines{"(restart: it plays one game only (reuse=0))"});
}

TEST_CASE("a game has its greetings and the init string after each new") {
    Engine engine;
    engine.settings.init_string = "log off\\nrandom\\n";
    engine.sync.greet("name Tal");
    CHECK(engine.sync.on_new_game()); // of the game before
    CHECK(engine.sent() == Lines{"new", "log off", "random", "easy", "post", "force"});
    engine.sync.greet("name Tal");
    engine.sync.greet("computer");
    engine.sync.greet("name Botvinnik");
    engine.sync.set_unknown();
    CHECK(engine.bring_to("fen " + rooks)); // fresh from new
    engine.sync.set_unknown();
    CHECK(engine.bring_to("startpos"));
    CHECK(engine.sent() == Lines{"setboard " + rooks, "new", "log off", "random", "computer",
                                 "name Botvinnik", "easy", "post", "force"});
}

TEST_CASE("an engine that ponders is waited for after force") {
    Engine engine;
    engine.sync.set_pondering(true);
    CHECK(engine.sync.on_new_game());
    CHECK(engine.sent() == Lines{"new", "hard", "post", "force"});
    engine.connection.features().sigint_known = true; // and sigint=1
    engine.connection.set_starts_until(engine.process.now());
    engine.sync.on_playing(Color::White);
    CHECK(engine.sync.is_pondering());
    CHECK(!engine.sync.force());
    CHECK(engine.process.take() == Lines{"(SIGINT)", "force", "ping 1"});
    CHECK(!engine.connection.is_quiet());
    CHECK(engine.sync.force());
    engine.sync.set_pondering(false);
    CHECK(engine.process.take() == Lines{"easy"});
}

TEST_CASE("a claim counts for what the engine has on its board") {
    Engine engine;
    CHECK(engine.sync.on_new_game());
    CHECK(!engine.sync.on_result_claim()); // of the game before
    CHECK(engine.sync.board().is_known());
    SUBCASE("while it is set up it is about that position") {
        engine.sync.on_position(protocol::parse_position("fen " + rooks));
        CHECK(!engine.sync.sync());
        CHECK(!engine.sync.on_result_claim());
        CHECK(engine.sync.board().is_known());
        CHECK(engine.sync.take_claim());
        CHECK(!engine.sync.take_claim());
        CHECK(engine.sync.board().is_over());
    }
    SUBCASE("while only moves are taken back it is about the position before") {
        CHECK(engine.bring_to("startpos moves e2e4"));
        engine.sync.on_go();
        engine.sync.on_position(protocol::parse_position("startpos"));
        CHECK(!engine.sync.sync());
        CHECK(engine.sent().back() == "undo");
        CHECK(!engine.sync.on_result_claim());
        CHECK(!engine.sync.take_claim());
    }
    SUBCASE("while it plays it is about its game, and its board is not sure any more") {
        engine.sync.on_playing(Color::White);
        CHECK(engine.sync.on_result_claim());
        CHECK(!engine.sync.board().is_known());
        CHECK(!engine.sync.take_claim());
    }
}
