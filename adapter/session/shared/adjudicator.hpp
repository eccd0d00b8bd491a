// Decisions about the end of a game. An xboard engine takes them itself; for a UCI engine the
// adapter has to.
#pragma once
#include "config/settings.hpp"
#include "core/chess/game.hpp"
#include "core/chess/variants/game.hpp"

#include <optional>
#include <string_view>

namespace polyglot::session {

// The game has ended by rule.
struct EndByRule {
    std::string_view announcement; // "1-0 {White mates}", "1/2-1/2 {Draw by repetition}" …
    bool has_legal_move = false;   // true for a draw; false for checkmate and stalemate
};

// Returns what to announce about the position on the board; nullopt while the game goes on.
//
// Draws by material are announced only where every GUI recognises one: bare kings or one minor
// piece. XBoard -testClaims and cutechess forfeit the game of an engine whose claim they consider
// invalid.
std::optional<EndByRule> end_by_rule(const chess::Game& game);

// The same by the rules of the variant. Draws by material are not announced, because the rules of
// GUIs differ.
std::optional<EndByRule> end_by_rule(const chess::VariantGame& game);

// Centipawns from the engine's point of view. A mate is ±(100000 - moves) or further from zero;
// nullopt means that the search gave no score.
using OwnScore = std::optional<int>;

// Decides when the engine resigns, by the settings Resign, ResignMoves, ResignScore and
// QueenNeverResigns.
class ResignJudge {
  public:
    // The engine has chosen a move in this position by a search that ended with this score. Returns
    // true if it is to resign.
    bool on_own_search(const config::Settings& settings, const chess::Position& before_move,
                       OwnScore score);
    bool on_own_search(const config::Settings& settings, const chess::VariantPosition& before_move,
                       OwnScore score);
    // To be called at a new game, a position that is set up, a move that is taken back.
    void reset() { bad_moves_ = 0; }

  private:
    bool count(const config::Settings& settings, bool has_queen, OwnScore score);

    int bad_moves_ = 0; // consecutive own moves at or below -ResignScore
};

// Returns whether to accept the opponent's draw offer, by HandleDraws, ContemptScore and the score
// of our last search.
bool accepts_draw(const config::Settings& settings, OwnScore score);

} // namespace polyglot::session
