// Presents a rated book with its new weights and its values, for the writers of books.
#pragma once
#include "core/book/book.hpp"
#include "core/book/grow/graph.hpp"
#include "core/book/grow/grown_book.hpp"
#include "tools/rate_book/changes.hpp"
#include "tools/rate_book/reach.hpp"

#include <cstdint>
#include <vector>

namespace polyglot::tools {

// Has the positions that are reached, with the moves of the book that are not deleted. A position
// without moves has one entry with its value only. All referenced objects must outlive this one.
class RatedView final : public book::Book {
  public:
    using Values = book::GrownBook::Values;
    RatedView(const BookReach& book, const book::GrowGraph& graph, const NewWeights& weights,
              Values values)
        : book_(book), graph_(graph), weights_(weights), values_(values) {}

    std::vector<book::Entry> find(const chess::Position& position) const override;
    bool might_contain(const chess::Position& position) const override {
        return book_.number_of(position.key()).has_value();
    }
    std::uint64_t count_positions() const override { return book_.positions().size(); }

  private:
    const BookReach& book_;
    const book::GrowGraph& graph_;
    const NewWeights& weights_;
    const Values values_;
};

} // namespace polyglot::tools
