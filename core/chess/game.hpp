// A position with the way it was reached, so that repetitions can be seen.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/chess/position.hpp"

namespace polyglot::chess {

enum class GameEnd : std::uint8_t {
    None,
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition, // may be claimed
    FiftyMoves,          // may be claimed
};

class Game {
  public:
    explicit Game(const Position& start = Position::start());

    const Position& start() const { return start_; }
    const Position& position() const { return position_; }
    const std::vector<Move>& moves() const { return moves_; }

    void push(Move move); // the move must be legal
    void pop();           // takes the last move back; there must be one
    int repetitions() const;                  // how often the position has stood on the board before: 0 = new
    bool would_repeat(Move move) const;       // the position after this legal move has stood on the board before
    GameEnd end() const;                      // the first that holds, in the order of the enum

  private:
    Position start_;
    Position position_;
    std::vector<Move> moves_;
};

} // namespace polyglot::chess
