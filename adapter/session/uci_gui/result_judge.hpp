// Judges how a game ended when a UCI GUI stops sending its positions: by the board, otherwise by
// the engine's scores. docs/learning.md has the rules, and how often they are right. Test:
// result_judge_test.cpp.
#pragma once
#include "adapter/session/books/book_game.hpp"
#include "adapter/session/shared/adjudicator.hpp"
#include "config/settings.hpp"
#include "core/chess/position.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace polyglot::session {

enum class GameResult : std::uint8_t { Unknown, Loss, Draw, Win }; // for the engine

struct Verdict {
    GameResult result = GameResult::Unknown;
    std::string reason; // for the log: "checkmate", "score below -600 for 4 moves", "no result: …"
};

class ResultJudge {
  public:
    void reset() { scores_.clear(); } // a new game
    // The engine has moved in this position after a search that ended with this score; a mate is
    // ±(100000 - moves or plies to it). Without a score the move is a book move, or the engine gave
    // none. Neither such a move nor an only legal move counts, or breaks a row of scores, because
    // it has no score that describes the game.
    void on_own_move(const chess::Position& before_move, OwnScore score) {
        on_own_move(before_move.legal_move_count() > 1, score);
    }
    void on_own_move(bool had_choice, OwnScore score);
    // Call this for a finished game; ours is the engine's colour. The game ends with the
    // engine's last move, or with the opponent's if the GUI has sent it.
    Verdict judge(const BookGame& game, chess::Color ours, const config::Settings& settings) const;

  private:
    std::vector<int> scores_; // of the engine's moves that count, in the order of the game
};

} // namespace polyglot::session
