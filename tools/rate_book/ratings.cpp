#include "tools/rate_book/ratings.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

int limited(int value_cp) {
    return std::clamp(value_cp, -Ratings::most_cp, Ratings::most_cp);
}

void rate_position(const BookReach& book, const book::GrowGraph& graph, std::uint32_t number,
                   Ratings& ratings) {
    const ReachedPosition& position = book.positions()[number];
    const auto id = graph.find(position.key);
    ++ratings.positions;
    ratings.reach += position.reach();
    if (!id) return;
    if (graph.is_known(*id)) {
        ++ratings.searched;
        ratings.reach_searched += position.reach();
    }
    for (std::uint32_t i = 0; i < position.moves.size(); ++i) {
        const ReachedMove& move = position.moves[i];
        const auto child = graph.find(book.positions()[move.to].key);
        if (!move.of_book || !child || !graph.is_known(*child)) continue;
        RatedMove rated{.position = number,
                        .move = i,
                        .value_cp = -graph.value(*child),
                        .best_cp = graph.value(*id),
                        .reach = position.reach_of(move),
                        .is_exact = graph.is_settled(*id)};
        rated.loss_cp = std::max(limited(rated.best_cp) - limited(rated.value_cp), 0);
        rated.cost_cp = rated.loss_cp * rated.reach;
        (position.side_to_move == chess::Color::White ? ratings.white_loses_cp
                                                      : ratings.black_loses_cp) += rated.cost_cp;
        ratings.moves.push_back(rated);
    }
}

} // namespace

Ratings rate_moves(const BookReach& book, const book::GrowGraph& graph) {
    Ratings ratings;
    for (std::uint32_t i = 0; i < book.positions().size(); ++i)
        rate_position(book, graph, i, ratings);
    return ratings;
}

std::optional<book::GrowGraph::Option> best_option(const book::GrowGraph& graph,
                                                   std::uint64_t key) {
    const auto id = graph.find(key);
    if (!id) return std::nullopt;
    for (const book::GrowGraph::Option& option : graph.options(*id))
        if (!option.child || graph.is_known(*option.child)) return option;
    return std::nullopt;
}

std::vector<RatedMove> dearest(const Ratings& ratings, std::size_t most) {
    std::vector<RatedMove> moves = ratings.moves;
    std::erase_if(moves, [](const RatedMove& move) { return move.loss_cp == 0; });
    std::ranges::stable_sort(moves, std::ranges::greater(), &RatedMove::cost_cp);
    if (most > 0 && moves.size() > most) moves.resize(most);
    return moves;
}

} // namespace polyglot::tools
