// Counts the turns in a row at which no book had a move, in the game of the last question. Test:
// book_player_misses_test.cpp.
#pragma once
#include "adapter/session/books/book_game.hpp"

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
    int before(const BookGame& game) const;
    enum class Outcome : std::uint8_t { Hit, Miss, NotAsked };
    // Returns whether the question belongs to the game of the last one.
    bool is_same_game(const BookGame& game) const;
    void on_turn(const BookGame& game, bool is_guess, Outcome outcome);
    void reset() { last_.reset(); }

  private:
    // Of a question to the last one: a later turn of its game, the same turn, or neither.
    enum class Relation : std::uint8_t { Later, Same, Other };
    struct Turn {
        std::uint64_t start_key;
        std::vector<chess::Move> moves;
        bool is_guess;
        int misses_before;
        int misses_after;
    };
    Relation relation_of(const BookGame& game) const;

    std::optional<Turn> last_;
};

} // namespace polyglot::session
