// Turns the rows of a grown book's store into its graph.
#pragma once
#include "core/book/grow/graph.hpp"
#include "storage/stores/grow_db.hpp"

#include <vector>

namespace polyglot::io {

// Takes effect with the next GrowGraph::update().
void add_to_graph(book::GrowGraph& graph, const GrowRow& row, const std::vector<GrowLink>& moves);

} // namespace polyglot::io
