#include "storage/stores/grow_graph.hpp"

namespace polyglot::io {

void add_to_graph(book::GrowGraph& graph, const GrowRow& row, const std::vector<GrowLink>& moves) {
    const chess::Color side = row.black ? chess::Color::Black : chess::Color::White;
    const book::GrowGraph::Id id = graph.add(row.key, side);
    for (const GrowLink& link : moves)
        graph.link(id, link.move, graph.add(link.to, ~side));
    if (row.state == GrowRow::State::Exhausted) graph.set_exhausted(id);
    if (row.state == GrowRow::State::Answered || row.state == GrowRow::State::Over)
        graph.set_answer(id, {row.value_cp,
                              row.state == GrowRow::State::Over ? book::GrowMove{0} : row.move,
                              row.depth});
}

} // namespace polyglot::io
