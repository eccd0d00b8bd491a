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

std::vector<Entry> GrownBook::find(const chess::Position& position) const {
    std::vector<Entry> entries;
    const auto id = graph_.find(position.key());
    if (!id) return entries;
    const Color side = position.side_to_move();
    const bool own_turn = rules_.side == (side == Color::White ? GrowSide::White : GrowSide::Black);
    const int best = graph_.value(*id);
    const Evaluation of_position = grown_evaluation(best, side, graph_.depth(*id));
    for (const GrowGraph::Option& option : graph_.options(*id)) {
        const int loss = best - option.value;
        if (option.child && !graph_.is_known(*option.child)) continue;
        const chess::Move move = decode_move(option.move, position);
        const auto weight = loss > (own_turn ? 0 : rules_.width_cp)
                                ? 0
                                : static_cast<std::uint32_t>(
                                      std::lround(1000 * std::exp(-loss / rules_.temperature)));
        if (!move || (weight == 0 && !rules_.all_moves)) continue;
        const int depth = option.child ? graph_.depth(*option.child) + 1 : graph_.depth(*id);
        entries.push_back({.move = move,
                           .weight = weight,
                           .evaluation = values_ == Values::OfMoves
                                             ? grown_evaluation(option.value, side, depth)
                                             : of_position});
    }
    return entries;
}

} // namespace polyglot::book
