// A game of a variant with the way that it went, so that repetitions can be seen.
#pragma once
#include "core/chess/variants/position.hpp"

#include <optional>
#include <vector>

namespace polyglot::chess {

class VariantGame {
  public:
    explicit VariantGame(const VariantPosition& start);

    const VariantPosition& start() const { return start_; }
    const VariantPosition& position() const { return position_; }
    const std::vector<VariantMove>& moves() const { return moves_; }

    void push(const VariantMove& move); // the move must be legal
    void pop();                         // there must be a move
    // How often the position has stood on the board before: 0 = new
    int repetitions() const;
    // By the rules of the variant and its material, or else as in chess: repetitions, and moves
    // without progress.
    std::optional<VariantEnd> end() const;

  private:
    VariantPosition start_;
    VariantPosition position_;
    std::vector<VariantMove> moves_;
    std::vector<VariantBoard> states_; // one per position: moves_.size() + 1
};

} // namespace polyglot::chess
