// What the GUI wants done in the position on the board. Test: game_mode_test.cpp.
#pragma once
#include "core/chess/types.hpp"

#include <cstdint>

namespace polyglot::session {

// The rules:
// 1. `pause` suspends everything until a command that continues the game.
// 2. `analyze` has priority over the game. `exit` returns to force mode, or to the game that `new`
//    has started meanwhile.
// 3. In force mode and after the end of the game the engine does nothing. A move, a set-up or a
//    take-back reopens a game that has ended; force mode stays until `go`, `playother` or `new`.
// 4. Otherwise the engine thinks if the side to move has its colour, and waits for the opponent if
//    not.
class GameMode {
  public:
    enum class Task : std::uint8_t { Nothing, Think, AwaitOpponent, Analyse };

    void on_new();
    void on_force();
    void on_go(chess::Color engine); // also `playother`
    // `white` and `black` of version 1: this side is to move, and the engine plays the other one,
    // but does not begin by itself.
    void on_color(chess::Color to_move, chess::Color side_on_board, bool is_thinking);
    void on_analyze();
    void on_exit() { analysing_ = false; }
    void on_pause() { paused_ = true; }
    void on_resume() { paused_ = false; }
    void on_set_board() { over_ = paused_ = false; }
    // The GUI continues the game, even after an end by rule.
    void on_board_changed() { over_ = false; }
    void end_game() { over_ = true; } // by `result`, resignation, or because a side cannot move

    Task task(chess::Color side_to_move) const;
    chess::Color engine_color() const { return engine_color_; }
    bool is_engines_turn(chess::Color side_to_move) const { return side_to_move == engine_color_; }
    bool is_over() const { return over_; }
    bool is_analysing() const { return analysing_; }
    bool is_force() const { return force_; }
    bool is_playing() const { return !force_ && !analysing_; } // the engine has a side in the game

  private:
    chess::Color engine_color_ = chess::Color::Black;
    bool force_ = false;
    bool analysing_ = false;
    bool paused_ = false;
    bool over_ = false;
};

} // namespace polyglot::session
