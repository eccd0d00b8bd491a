// Walks the positions of a graph from where its games begin.
#pragma once
#include "core/book/grow/graph.hpp"
#include "tools/growing/grow_position.hpp"

#include <deque>
#include <unordered_set>
#include <vector>

namespace polyglot::tools {

// Calls visit(id, position) once for each position of the graph that legal moves from the roots
// lead to through positions of the graph, as a walk of a book does.
template <class Visit>
void walk_graph(const book::GrowGraph& graph, const std::vector<GrowPosition>& roots,
                const Visit& visit) {
    std::unordered_set<book::GrowGraph::Id> seen;
    std::deque<GrowPosition> waiting; // the first is visited
    const auto reach = [&](const GrowPosition& position) {
        const auto id = graph.find(position.key());
        if (id && seen.insert(*id).second) waiting.push_back(position);
    };
    for (const GrowPosition& root : roots)
        reach(root);
    for (; !waiting.empty(); waiting.pop_front()) {
        const GrowPosition& position = waiting.front();
        visit(*graph.find(position.key()), position);
        for (const EpdMove& move : position.legal_moves()) {
            GrowPosition after = position;
            after.make(move);
            reach(after);
        }
    }
}

} // namespace polyglot::tools
