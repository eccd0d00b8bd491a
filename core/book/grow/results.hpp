// Compares results of games with the value of a move. docs/grow-book.md has the formulas with their
// sources.
#pragma once
#include <cstdint>

namespace polyglot::book {

// All scores are in thousandths of a point per game.

// Returns the expected score of the side with this value, by Elo's logistic curve: 1000 / (1 +
// 10^(-cp/400)).
int promised_score(int value_cp);

// Returns the highest score that is plausible for a move with these results: the upper end of
// Wilson's interval with z = 1. Requires games > 0 and half_points <= 2 * games.
int greatest_score(std::uint64_t games, std::uint64_t half_points);

// Returns the lowest plausible score: the lower end of the same interval.
inline int least_score(std::uint64_t games, std::uint64_t half_points) {
    return 1000 - greatest_score(games, 2 * games - half_points);
}

// Compares results with what a value promises. They contradict each other if even the end of the
// interval that is nearer to the promise misses it by contradiction_margin.
enum class PlayedAs : std::uint8_t { Promised, Worse, Better };
constexpr int contradiction_margin = 100;
constexpr PlayedAs played_as(int promised, int least, int greatest) {
    if (greatest <= promised - contradiction_margin) return PlayedAs::Worse;
    return least >= promised + contradiction_margin ? PlayedAs::Better : PlayedAs::Promised;
}

// Returns the cost of a move on the way to the next search. shortfall: how far its results, or
// those of a move of the next position, fall short of what the value promises. beside: the greatest
// shortfall of any move of its position. A shortfall of a tenth of a point halves the cost of the
// move, and reduces the cost of the other moves of the position to four fifths.
constexpr std::uint64_t cost_with_results(std::uint64_t cost, int shortfall, int beside) {
    return cost * 400 /
           (400 + 3 * static_cast<std::uint64_t>(shortfall) + static_cast<std::uint64_t>(beside));
}

} // namespace polyglot::book
