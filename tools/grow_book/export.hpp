// A grown book in the formats that programs read.
#pragma once
#include "core/book/book.hpp"
#include "core/book/grow/graph.hpp"
#include "core/result.hpp"
#include "tools/convert_book/options.hpp"
#include "tools/convert_book/writer.hpp"

#include <functional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct GrownRules {
    book::GrowSide side = book::GrowSide::Both;
    int width_cp = 50;
    double temperature = 20; // centipawns
};

// The graph as a book. Of each position the moves that are at most width_cp worse than the best, at the turns of a
// repertoire's side the best ones only; best first, with the weight round(1000 · exp(-loss / temperature)), moves of
// weight 0 left out. Moves to positions that nothing is known of are none.
class GrownBook final : public book::Book {
  public:
    // What the evaluation in an entry is of.
    enum class Values : std::uint8_t { OfPositions, OfMoves };
    GrownBook(const book::GrowGraph& graph, const GrownRules& rules, Values values)
        : graph_(graph), rules_(rules), values_(values) {}

    std::vector<book::Entry> find(const chess::Position& position) const override;
    bool might_contain(const chess::Position& position) const override {
        return graph_.find(position.key()).has_value();
    }
    std::uint64_t count_positions() const override { return graph_.size(); }

  private:
    const book::GrowGraph& graph_;
    const GrownRules rules_;
    const Values values_;
};

// For White.
book::Evaluation grown_evaluation(int value, chess::Color side_to_move, int depth);

// Writes the book to a file of this format. store: a name for the header. The error names the file.
Result<WrittenCounts> write_grown_book(const book::GrowGraph& graph, const std::vector<chess::Position>& roots,
                                       const GrownRules& rules, const std::string& store, const std::string& file,
                                       BookTarget target);

} // namespace polyglot::tools
