#include "adapter/session/xboard_gui/game_mode.hpp"

namespace polyglot::session {

void GameMode::on_new() {
    engine_color_ = chess::Color::Black;
    force_ = paused_ = over_ = false; // analysis continues
}

void GameMode::on_force() {
    force_ = true;
    paused_ = false;
}

void GameMode::on_go(chess::Color engine) {
    engine_color_ = engine;
    force_ = analysing_ = over_ = paused_ = false;
}

void GameMode::on_color(chess::Color to_move, chess::Color side_on_board, bool is_thinking) {
    engine_color_ = ~to_move;
    force_ = analysing_ || (is_engines_turn(side_on_board) && !is_thinking);
}

void GameMode::on_analyze() {
    analysing_ = force_ = true;
    paused_ = false;
}

GameMode::Task GameMode::task(chess::Color side_to_move) const {
    if (paused_) return Task::Nothing;
    if (analysing_) return Task::Analyse;
    if (force_ || over_) return Task::Nothing;
    return is_engines_turn(side_to_move) ? Task::Think : Task::AwaitOpponent;
}

} // namespace polyglot::session
