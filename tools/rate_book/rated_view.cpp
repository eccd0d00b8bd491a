#include "tools/rate_book/rated_view.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace polyglot::tools {

std::vector<book::Entry> RatedView::find(const chess::Position& position) const {
    std::vector<book::Entry> entries;
    const auto number = book_.number_of(position.key());
    if (!number) return entries;
    const chess::Color side = position.side_to_move();
    const auto id = graph_.find(position.key());
    std::optional<book::Evaluation> of_position;
    if (id && graph_.is_known(*id) && values_ == Values::OfPositions)
        of_position = book::grown_evaluation(graph_.value(*id), side, graph_.depth(*id));
    const auto& moves = book_.positions()[*number].moves;
    for (std::uint32_t i = 0; i < moves.size(); ++i) {
        const auto weight = weights_.of(*number, i, moves[i].weight);
        if (!moves[i].of_book || !weight) continue;
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        book::Entry entry{.move = moves[i].move,
                          .weight = static_cast<std::uint32_t>(std::min(*weight, most)),
                          .evaluation = of_position};
        const auto child = graph_.find(book_.positions()[moves[i].to].key);
        if (values_ == Values::OfMoves && child && graph_.is_known(*child))
            entry.evaluation =
                book::grown_evaluation(-graph_.value(*child), side, graph_.depth(*child) + 1);
        entries.push_back(entry);
    }
    if (entries.empty() && of_position) entries.push_back({.move = {}, .evaluation = of_position});
    return entries;
}

} // namespace polyglot::tools
