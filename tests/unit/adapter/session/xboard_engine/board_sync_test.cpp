// How the engine's board is brought to the wanted game.
#include "adapter/session/xboard_engine/board_sync.hpp"
#include "core/text/text.hpp"
#include "recorded_process.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

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

TEST_CASE("moves are taken back if that is less work than another game, and at most twenty") {
    const std::vector<std::string> shuffle{" g1f3", " g8f6", " f3g1", " f6g8"};
    const auto taken_back = [&](int played, int common) {
        Engine engine;
        std::string moves;
        for (int i = 0; i < played; ++i)
            moves += shuffle[static_cast<std::size_t>(i % 4)];
        std::string kept;
        std::string_view rest = moves;
        for (int i = 0; i < common; ++i)
            kept += " " + std::string(text::next_word(rest));
        CHECK(engine.bring_to("startpos moves" + moves));
        engine.sent();
        CHECK(engine.bring_to("startpos moves" + kept + (common % 2 == 0 ? " a2a3" : " a7a6")));
        const Lines sent = engine.sent();
        const auto undos = std::count(sent.begin(), sent.end(), "undo");
        CHECK((undos == 0) == (sent.front() == "new"));
        return undos;
    };
    CHECK(taken_back(8, 2) == 6); // new, easy, post, force and two moves
    CHECK(taken_back(8, 1) == 0);
    CHECK(taken_back(9, 2) == 0);
    CHECK(taken_back(10, 3) == 7);
    CHECK(taken_back(40, 20) == 20);
    CHECK(taken_back(40, 19) == 0);
    CHECK(taken_back(48, 28) == 20);
}

TEST_CASE("an engine that plays one game only takes any number of moves back") {
    Engine engine;
    engine.connection.features().reuse = false;
    CHECK(engine.bring_to("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"));
    engine.sent();
    CHECK(engine.bring_to("startpos"));
    CHECK(engine.sent() == Lines(8, "undo"));
    CHECK(engine.bring_to("fen " + rooks));
    CHECK(engine.sent() == Lines{"setboard " + rooks});
}

TEST_CASE("hard and easy are sent when they change, and not before the first game") {
    Engine engine;
    engine.sync.set_pondering(true);
    CHECK(engine.process.take().empty());
    CHECK(engine.bring_to("startpos"));
    CHECK(engine.sent() == Lines{"new", "hard", "post", "force"});
    engine.sync.set_pondering(true);
    CHECK(engine.process.take().empty());
    engine.sync.set_pondering(false);
    CHECK(engine.process.take() == Lines{"easy"});
    engine.sync.set_pondering(true);
    CHECK(engine.process.take() == Lines{"hard"});
    engine.sync.on_playing(Color::White);
    engine.sync.set_pondering(false); // after `easy` alone some engines go on
    CHECK(engine.sent() == Lines{"force", "easy"});
}

TEST_CASE("edit: Black to move, and an en-passant square, in both spellings of moves") {
    const std::string passed = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    const std::string black_passed = "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1";
    const std::string black = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    const auto edited = [](const std::string& fen, bool usermove, bool san) {
        Engine engine;
        engine.connection.features().setboard = false;
        engine.connection.features().usermove = usermove;
        engine.connection.features().san = san;
        CHECK(engine.bring_to("startpos"));
        engine.sent();
        CHECK(engine.bring_to("fen " + fen));
        return engine.sent();
    };
    CHECK(edited(black, false, false) == Lines{"a2a3", "edit", "#", "Ke1", "c", "Ke8", "."});
    CHECK(edited(black, true, true) == Lines{"usermove a3", "edit", "#", "Ke1", "c", "Ke8", "."});
    // The pawn stands on its first square, and then makes its step.
    CHECK(edited(passed, false, false) ==
          Lines{"edit", "#", "Ke1", "Pe2", "c", "Ke8", ".", "e2e4"});
    CHECK(edited(passed, true, true) ==
          Lines{"edit", "#", "Ke1", "Pe2", "c", "Ke8", ".", "usermove e4"});
    CHECK(edited(black_passed, false, false) ==
          Lines{"a2a3", "edit", "#", "Ke1", "c", "Pe7", "Ke8", ".", "e7e5"});
}

TEST_CASE("a position without setboard in a variant whose rules are not known is not set up") {
    Engine engine;
    engine.connection.features().setboard = false;
    engine.connection.features().variants = {"normal", "shogi"};
    engine.sync.set_variant("shogi");
    CHECK(engine.bring_to("fen 9/9 w - - 0 1"));
    CHECK(engine.sent() == Lines{"new", "variant shogi", "easy", "post", "force"});
}

TEST_CASE("variant is sent for what is not normal chess, and to come back from it") {
    Engine engine;
    engine.connection.features().variants = {"normal", "crazyhouse"};
    CHECK(engine.bring_to("startpos"));
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force"});
    engine.sync.set_variant("crazyhouse");
    CHECK(engine.bring_to("startpos"));
    CHECK(engine.sent() == Lines{"new", "variant crazyhouse", "easy", "post", "force"});
    engine.sync.set_variant("chess");
    CHECK(engine.bring_to("startpos"));
    CHECK(engine.sent() == Lines{"new", "variant normal", "easy", "post", "force"});
    CHECK(engine.sync.on_new_game());
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force"});

    Engine other; // begins in another variant
    other.connection.features().variants = {"shogi", "normal"};
    CHECK(other.bring_to("startpos"));
    CHECK(other.sent() == Lines{"new", "variant normal", "easy", "post", "force"});
}

TEST_CASE("a second game is waited for, as long as twenty seconds") {
    Engine engine;
    CHECK(engine.sync.on_new_game());
    CHECK_FALSE(engine.connection.is_waiting());
    const auto start = engine.process.now();
    CHECK(engine.sync.on_new_game());
    while (engine.connection.on_timeout() != Connection::Due::NoPong)
        engine.process.advance(std::chrono::milliseconds(1));
    CHECK(engine.process.now() == start + std::chrono::seconds(20));
}

TEST_CASE("an objection names a command or a move that was sent for the position") {
    Engine engine;
    CHECK(engine.bring_to("startpos moves e2e4"));
    for (const char* text : {"usermove", "(unknown command): setboard", "undo", "edit", "e2e4"})
        CHECK(engine.sync.is_about_position(text));
    CHECK_FALSE(engine.sync.is_about_position("(unknown command): sd"));
    CHECK_FALSE(engine.sync.is_about_position("d2d4"));
    engine.sync.on_go();
    CHECK_FALSE(engine.sync.is_about_position("e2e4"));
}

TEST_CASE("a game that is over for the engine is set up again, unless nothing has changed") {
    Engine engine;
    CHECK(engine.bring_to("startpos moves e2e4"));
    CHECK(engine.sync.on_result());
    engine.sent();
    CHECK(engine.bring_to("startpos moves e2e4 e7e5"));
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "e2e4", "e7e5"});
    CHECK(engine.bring_to("fen " + rooks));
    CHECK(engine.sync.on_result());
    engine.sent();
    CHECK(engine.bring_to("fen " + rooks)); // setboard alone would not begin a game
    CHECK(engine.sent() == Lines{"new", "easy", "post", "force", "setboard " + rooks});
}

TEST_CASE("the init string's last line needs no end") {
    Engine engine;
    engine.settings.init_string = " one \\n\\ntwo";
    CHECK(engine.sync.on_new_game());
    CHECK(engine.sent() == Lines{"new", "one", "two", "easy", "post", "force"});
}
