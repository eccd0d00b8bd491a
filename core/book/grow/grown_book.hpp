// A grown book as a book: moves with weights and values.
#pragma once
#include "core/book/book.hpp"
#include "core/book/grow/graph.hpp"

#include <cstdint>
#include <vector>

namespace polyglot::book {

extern const FormatInfo grown_format;

struct GrownRules {
    GrowSide side = GrowSide::Both;
    int width_cp = 50;
    double temperature = 20; // centipawns
    bool all_moves = false;  // also those that are left out otherwise, with weight 0
};

// The graph as a book. Of each position the moves that are at most width_cp worse than the best, at
// the turns of a repertoire's side the best ones only; best first, with the weight round(1000 ·
// exp(-loss / temperature)), moves of weight 0 left out. Moves to positions that nothing is known
// of are none.
class GrownBook final : public Book {
  public:
    // What the evaluation in an entry is of.
    enum class Values : std::uint8_t { OfPositions, OfMoves };
    GrownBook(const GrowGraph& graph, const GrownRules& rules, Values values)
        : graph_(graph), rules_(rules), values_(values) {}

    std::vector<Entry> find(const chess::Position& position) const override;
    bool might_contain(const chess::Position& position) const override {
        return graph_.find(position.key()).has_value();
    }
    std::uint64_t count_positions() const override { return graph_.size(); }

  private:
    const GrowGraph& graph_;
    const GrownRules rules_;
    const Values values_;
};

// For White.
Evaluation grown_evaluation(int value, chess::Color side_to_move, int depth);

} // namespace polyglot::book
