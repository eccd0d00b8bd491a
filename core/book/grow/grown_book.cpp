#include "core/book/grow/grown_book.hpp"

#include "core/book/polyglot/book.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace polyglot::book {

using chess::Color;

Evaluation grown_evaluation(int value, Color side_to_move, int depth) {
    constexpr int least_mate = GrowGraph::most_cp - 1000; // as in grow_value()
    const int for_white = side_to_move == Color::White ? value : -value;
    Evaluation evaluation{.value = for_white, .source = Evaluation::Source::Engine, .depth = depth};
    if (std::abs(for_white) < least_mate) return evaluation;
    evaluation.type = Evaluation::Type::DistanceToMate;
    const int plies = std::max(GrowGraph::most_cp - std::abs(for_white), 1); // 0 would be a draw
    evaluation.value = for_white > 0 ? plies : -plies;
    return evaluation;
}

std::vector<GrownMove> grown_moves(const GrowGraph& graph, GrowGraph::Id id,
                                   const GrownRules& rules) {
    std::vector<GrownMove> moves;
    const Color side = graph.side_to_move(id);
    const bool own_turn = rules.side == (side == Color::White ? GrowSide::White : GrowSide::Black);
    const int best = graph.value(id);
    for (const GrowGraph::Option& option : graph.options(id)) {
        const int loss = best - option.value;
        if (option.child && !graph.is_known(*option.child)) continue;
        const auto weight = loss > (own_turn ? 0 : rules.width_cp)
                                ? 0
                                : static_cast<std::uint32_t>(
                                      std::lround(1000 * std::exp(-loss / rules.temperature)));
        moves.push_back({.move = option.move,
                         .weight = weight,
                         .value = option.value,
                         .depth = option.child ? graph.depth(*option.child) + 1 : graph.depth(id)});
    }
    return moves;
}

std::vector<Entry> GrownBook::find(const chess::Position& position) const {
    std::vector<Entry> entries;
    const auto id = graph_.find(position.key());
    if (!id) return entries;
    const Color side = position.side_to_move();
    const Evaluation of_position = grown_evaluation(graph_.value(*id), side, graph_.depth(*id));
    for (const GrownMove& grown : grown_moves(graph_, *id, rules_)) {
        const chess::Move move = decode_move(grown.move, position);
        if (!move || (grown.weight == 0 && !rules_.all_moves)) continue;
        entries.push_back({.move = move,
                           .weight = grown.weight,
                           .evaluation = values_ == Values::OfMoves
                                             ? grown_evaluation(grown.value, side, grown.depth)
                                             : of_position});
    }
    return entries;
}

} // namespace polyglot::book
