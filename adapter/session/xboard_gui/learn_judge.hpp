// Decides which colour's moves are learnt from a game under xboard, given the GUI's `result`. Test:
// learn_judge_test.cpp.
#pragma once
#include "adapter/session/xboard_gui/game_record.hpp"
#include "core/chess/types.hpp"
#include "core/result.hpp"

#include <array>
#include <string_view>

namespace polyglot::session {

// The rules are PolyGlot's:
// 1. A game is learnt from once, since moves after its result do not make it another game.
// 2. It is learnt from for a colour that has moved, and none of whose moves since `new`, taken back
//    or not, came from the GUI; for White if both colours qualify.
class LearnJudge {
  public:
    struct Verdict {
        chess::Color color = chess::Color::White;
        int half_points = 0; // for that colour: 2 for a win, 1 for a draw, 0 for a loss
    };

    void on_new();
    void on_set_board() { learnt_ = false; }
    void on_gui_move(chess::Color mover) { has_gui_moves_[index(mover)] = true; }
    // The result does not follow from the engine's moves.
    void disown_game() { has_gui_moves_.fill(true); }
    bool is_learnt() const { return learnt_; }

    // score is "1-0", "0-1" or "1/2-1/2". An error has the reason why nothing is learnt. A game
    // with a verdict counts as learnt from now on.
    Result<Verdict> judge(const GameRecord& record, std::string_view score);

  private:
    static std::size_t index(chess::Color color) { return static_cast<std::size_t>(color); }

    std::array<bool, 2> has_gui_moves_{}; // by colour
    bool learnt_ = false;
};

} // namespace polyglot::session
