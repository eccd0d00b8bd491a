// Presents a graph that an engine has grown as a book: moves with weights and values.
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
    bool all_moves = false;  // also moves that are left out otherwise, with weight 0
};

// A move of the book, as its graph has it.
struct GrownMove {
    GrowMove move = 0;
    std::uint32_t weight = 0;
    int value = 0; // for the side to move
    int depth = 0; // of the search after it and a ply, or of the answer
};
// Returns the moves of a position in the order of GrowGraph::options(), those of weight 0, too.
std::vector<GrownMove> grown_moves(const GrowGraph& graph, GrowGraph::Id id,
                                   const GrownRules& rules);

// Has, for each position, the moves that are at most width_cp worse than the best; at the turns of
// the side of a repertoire, only the best ones. The best move comes first. The weight is round(1000
// · exp(-loss / temperature)), and moves of weight 0 are left out. Moves to positions of which
// nothing is known are not in the book. The graph must outlive the book, and must not change while
// the book is asked.
class GrownBook final : public Book {
  public:
    // Selects what the evaluation of an entry belongs to: the position, or the position after the
    // move.
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

// Returns the evaluation for White.
Evaluation grown_evaluation(int value, chess::Color side_to_move, int depth);

} // namespace polyglot::book
