// Decisions about the end of a game that an xboard engine takes itself and a UCI engine leaves to others.
#pragma once
#include "config/settings.hpp"
#include "core/chess/game.hpp"

#include <optional>
#include <string_view>

namespace polyglot::session {

// The game has ended by rule.
struct EndByRule {
    std::string_view announcement; // "1-0 {White mates}", "1/2-1/2 {Draw by repetition}" …
    bool has_legal_move = false;   // a draw: a legal move remains. False: checkmate or stalemate
};

// What to announce of the position on the board; nothing while the game goes on.
//
// Draws by material are announced only where every GUI recognises one: bare kings or one minor piece. XBoard
// -testClaims and cutechess forfeit the game of an engine whose claim they consider invalid.
std::optional<EndByRule> end_by_rule(const chess::Game& game);

// Centipawns from the engine's view, a mate as ±(100000 - moves) or further out. nullopt: the search gave no score.
using OwnScore = std::optional<int>;

// Resign, ResignMoves, ResignScore, QueenNeverResigns.
class ResignJudge {
  public:
    // The engine has chosen a move in this position by a search that ended with this score. True: resign.
    bool on_own_search(const config::Settings& settings, const chess::Position& before_move, OwnScore score);
    void reset() { bad_moves_ = 0; } // new game, position set up, move taken back

  private:
    int bad_moves_ = 0; // consecutive own moves at or below -ResignScore
};

// HandleDraws, ContemptScore: whether to take the opponent's draw offer, given the score of our last search.
bool accepts_draw(const config::Settings& settings, OwnScore score);

} // namespace polyglot::session
