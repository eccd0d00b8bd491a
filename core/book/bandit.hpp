// Estimates from game results which of several book moves is the best: the arithmetic of the
// learning policies thompson and ucb. A book position is a multi-armed bandit: each move is an arm,
// the points of a game are the reward. The formulas and their sources are in
// docs/formats/selection.md.
#pragma once
#include <cstddef>
#include <vector>

namespace polyglot::book {

struct Arm {
    // The share of the move in the book, > 0. The priors of all arms add up to 1.
    double prior = 0;
    double games = 0;  // played with this move, >= 0; an old game may count as a fraction
    double points = 0; // scored in these games, 0 … games
};

// Returns for each arm the probability that it is the best one; the sum is 1. Without games, or
// with games that do not distinguish the arms, the result is the priors. prior_games > 0: each arm
// starts with this number of imaginary games at the usual score of the position. At most 1000 games
// count for an arm, so that a change of its score is still noticed.
std::vector<double> probability_best(const std::vector<Arm>& arms, double prior_games);

// Returns the arm with the highest upper confidence bound (the first of equal ones), without games
// the arm with the highest prior. arms must not be empty.
std::size_t most_promising(const std::vector<Arm>& arms, double prior_games);

} // namespace polyglot::book
