// A position with the moves that led to it, which show repetitions. Test: game_test.cpp.
#pragma once
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

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

// True if no sequence of moves can mate: bare kings, one minor piece, or any number of bishops all
// on one colour of squares. (FIDE 5.2.2 also calls blocked positions dead; those are not detected.)
bool is_insufficient_material(const Position& position);

// No game is longer: the seventy-five-move rule (FIDE 9.6.2) allows 8848 moves and a half.
inline constexpr std::size_t longest_game_plies = 17'697;

class Game {
  public:
    explicit Game(const Position& start = Position::start());

    const Position& start() const { return start_; }
    const Position& position() const { return position_; }
    const std::vector<Move>& moves() const { return moves_; }

    void push(Move move); // the move must be legal
    void pop();           // takes the last move back; there must be one
    // Returns how often the position has been on the board before; 0: it is new.
    int repetitions() const;
    int repetitions_after(Move move) const; // the same for the position after this legal move
    bool would_repeat(Move move) const { return repetitions_after(move) > 0; }
    GameEnd end() const; // the first in the order of the enum that holds

  private:
    int count_before(std::uint64_t key, std::size_t ply, int half_move_clock) const;

    Position start_;
    Position position_;
    std::vector<Move> moves_;
    std::vector<Position::Undo> undo_; // one per move
    std::vector<std::uint64_t> keys_;  // repetition keys, one per position: moves_.size() + 1
};

} // namespace polyglot::chess
