// How a game ended whose positions a UCI GUI stops sending: judged by the board, else by the engine's own scores. The
// rules, and how often they are right, are in docs/learning.md.
#pragma once
#include "adapter/session/shared/adjudicator.hpp"
#include "config/settings.hpp"
#include "core/chess/game.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace polyglot::session {

enum class GameResult : std::uint8_t { Unknown, Loss, Draw, Win }; // ours

struct Verdict {
    GameResult result = GameResult::Unknown;
    std::string reason; // for the log: "checkmate", "score below -600 for 4 moves", "no result: …"
};

class ResultJudge {
  public:
    void reset() { scores_.clear(); } // a new game
    // We have made a move in this position after a search that ended with this score, a mate as ±(100000 - moves or
    // plies to it); no score: a book move, or an engine that gave none. Neither such a move nor the only legal one
    // counts, nor breaks a row of scores: its score does not describe the game.
    void on_own_move(const chess::Position& before_move, OwnScore score);
    // For a finished game; ours: the colour we played. The game ends with our last move, or with the opponent's if the
    // GUI has sent it.
    Verdict judge(const chess::Game& game, chess::Color ours, const config::Settings& settings) const;

  private:
    std::vector<int> scores_; // of our moves that count, in the order of the game
};

} // namespace polyglot::session
