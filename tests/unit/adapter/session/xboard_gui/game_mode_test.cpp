#include "adapter/session/xboard_gui/game_mode.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using chess::Color;
using session::GameMode;
using Task = GameMode::Task;

TEST_CASE("game mode: in a new game the engine plays Black") {
    GameMode mode;
    CHECK(mode.task(Color::White) == Task::AwaitOpponent);
    CHECK(mode.task(Color::Black) == Task::Think);
    mode.on_go(Color::White);
    CHECK(mode.task(Color::White) == Task::Think);
    mode.on_new();
    CHECK(mode.task(Color::White) == Task::AwaitOpponent);
}

TEST_CASE("game mode: force lasts until go or new, a game's end until the board changes") {
    GameMode mode;
    mode.on_force();
    CHECK(mode.task(Color::Black) == Task::Nothing);
    CHECK_FALSE(mode.is_playing());
    mode.end_game();
    mode.on_board_changed();
    CHECK(mode.task(Color::Black) == Task::Nothing);
    mode.on_go(Color::Black);
    CHECK(mode.task(Color::Black) == Task::Think);
    mode.end_game();
    CHECK(mode.is_over());
    CHECK(mode.task(Color::Black) == Task::Nothing);
    mode.on_board_changed();
    CHECK(mode.task(Color::Black) == Task::Think);
    mode.end_game();
    mode.on_set_board();
    CHECK(mode.task(Color::Black) == Task::Think);
}

TEST_CASE("game mode: analysis comes before the game, and leaves force mode unless a game has "
          "begun in it") {
    GameMode mode;
    mode.end_game();
    mode.on_analyze();
    CHECK(mode.task(Color::White) == Task::Analyse);
    CHECK(mode.is_analysing());
    mode.on_exit();
    CHECK(mode.task(Color::Black) == Task::Nothing);
    mode.on_analyze();
    mode.on_new();
    CHECK(mode.task(Color::Black) == Task::Analyse);
    CHECK_FALSE(mode.is_playing());
    mode.on_exit();
    CHECK(mode.task(Color::Black) == Task::Think);
}

TEST_CASE("game mode: pause suspends everything until a command goes on") {
    GameMode mode;
    mode.on_analyze();
    mode.on_pause();
    CHECK(mode.task(Color::White) == Task::Nothing);
    mode.on_resume();
    CHECK(mode.task(Color::White) == Task::Analyse);
    mode.on_pause();
    mode.on_go(Color::White);
    CHECK(mode.task(Color::White) == Task::Think);
    mode.on_pause();
    mode.on_board_changed(); // moves taken back do not go on
    CHECK(mode.task(Color::White) == Task::Nothing);
    mode.on_new();
    CHECK(mode.task(Color::Black) == Task::Think);
}

TEST_CASE("game mode: white and black of version 1 do not make the engine begin") {
    GameMode mode;
    mode.on_color(Color::Black, Color::White, false); // the engine gets White, which is to move
    CHECK(mode.engine_color() == Color::White);
    CHECK(mode.task(Color::White) == Task::Nothing);
    mode.on_color(Color::White, Color::White, false);
    CHECK(mode.engine_color() == Color::Black);
    CHECK(mode.task(Color::White) == Task::AwaitOpponent);
    mode.on_color(Color::Black, Color::White, true); // it thinks on White's move already
    CHECK(mode.task(Color::White) == Task::Think);
    mode.on_analyze();
    mode.on_color(Color::White, Color::White, false);
    mode.on_exit();
    CHECK(mode.task(Color::White) == Task::Nothing);
}
