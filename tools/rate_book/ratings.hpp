// Joins the reach of a book's moves with their values: what each move loses, and how much that
// costs in a game. tests/unit/tools/rate_book/rating_test.cpp shows it.
#pragma once
#include "core/book/grow/graph.hpp"
#include "tools/rate_book/reach.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace polyglot::tools {

struct RatedMove {
    std::uint32_t position = 0; // number of the position before the move
    std::uint32_t move = 0;     // index of the move there
    int value_cp = 0;           // of the move, for the side that plays it
    int best_cp = 0;            // of the best move
    int loss_cp = 0;            // 0 and more
    double reach = 0;           // share of the games that play the move
    double cost_cp = 0;         // loss times reach: centipawns that an average game loses here
    // The position before the move has been searched, and once more if its best move has joined the
    // graph. If not, its best move may be missing, and the loss is at least this.
    bool is_exact = false;
};

// A move has a rating when the position after it has been searched. Values beyond most_cp count as
// most_cp, so that a mate in a rare line does not outweigh everything else.
struct Ratings {
    static constexpr int most_cp = 2000;

    std::vector<RatedMove> moves; // those of the book, by the numbers of position and move
    std::uint64_t positions = 0, searched = 0;
    double reach = 0, reach_searched = 0; // sums over positions
    // The sums of the costs: what a game loses on the average, in rated moves.
    double white_loses_cp = 0, black_loses_cp = 0;
};
Ratings rate_moves(const BookReach& book, const book::GrowGraph& graph);

// Returns the best move of the position with its value for the side to move: a move of the graph
// that leads to a searched position, or the engine's answer.
std::optional<book::GrowGraph::Option> best_option(const book::GrowGraph& graph, std::uint64_t key);

// Returns the n dearest moves; 0: all that lose something. Equal ones keep their order.
std::vector<RatedMove> dearest(const Ratings& ratings, std::size_t most);

} // namespace polyglot::tools
