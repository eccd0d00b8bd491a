// What results of games say against the value of a move. docs/grow-book.md has the formulas with
// their sources.
#pragma once
#include <cstdint>

namespace polyglot::book {

// Scores in thousandths of a point a game.

// Of the side with this value, by the logistic curve of Elo's: 1000 / (1 + 10^(-cp/400)).
int promised_score(int value_cp);

// The most that a move of these results may well score: the upper end of Wilson's interval with z
// = 1. games > 0, half_points <= 2 * games.
int greatest_score(std::uint64_t games, std::uint64_t half_points);

// What a move costs on the way to the next search. shortfall: how far its own results, or those of
// a move of the position after it, fall short of what the value promises; beside: the most that
// those of any move of its position do. A tenth of a point makes it half of the cost, and that of
// the moves beside it four fifths.
constexpr std::uint64_t cost_with_results(std::uint64_t cost, int shortfall, int beside) {
    return cost * 400 /
           (400 + 3 * static_cast<std::uint64_t>(shortfall) + static_cast<std::uint64_t>(beside));
}

} // namespace polyglot::book
