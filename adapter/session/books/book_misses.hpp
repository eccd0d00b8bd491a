// Counts the turns in a row at which no book had a move, in the game of the last question. Test:
// book_player_misses_test.cpp.
#pragma once
#include "core/chess/game.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace polyglot::session {

// 1. A question whose moves continue those of the last one belongs to the same game. The same
//    question again is the same turn.
// 2. A guess (a ponder search) becomes a turn when a question continues from it, and is dropped
//    when the opponent has made another move.
// 3. Any other question means that moves were taken back, or is about another game, so the count
//    starts from zero.
class BookMisses {
  public:
    // Returns the misses in a row before this position of the game, without that of the position
    // itself.
    int before(const chess::Game& game) const;
    enum class Outcome : std::uint8_t { Hit, Miss, NotAsked };
    void on_turn(const chess::Game& game, bool is_guess, Outcome outcome);
    void reset() { last_.reset(); }

  private:
    struct Turn {
        std::uint64_t start_key;
        std::vector<chess::Move> moves;
        bool is_guess;
        int misses_before;
        int misses_after;
    };
    std::optional<Turn> last_;
};

} // namespace polyglot::session
