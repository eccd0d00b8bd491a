// The number of our turns in a row at which no book had a move, in the game that the queries follow.
#pragma once
#include "core/chess/game.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace polyglot::session {

// A question that goes on from the last one belongs to the same game. The same question again is the same turn. A guess
// (a ponder search) is a turn of the game as soon as another question goes on from it; when the opponent has made
// another move, it never was one. Other questions are of moves taken back or of another game: the count begins anew.
class BookMisses {
  public:
    // The misses in a row that led to this position of the game; what was found in it does not count yet.
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
