// Which of several book moves is the best one, judged by the results of games: the arithmetic behind the learning
// policies thompson and ucb. A book position is a multi-armed bandit: each move is an arm, a game's points its reward.
// docs/formats/selection.md has the formulas and their sources.
#pragma once
#include <cstddef>
#include <vector>

namespace polyglot::book {

struct Arm {
    double prior = 0;  // the book's share of this move, > 0; those of all arms add up to 1
    double games = 0;  // with this move, >= 0; old ones may count as fractions
    double points = 0; // scored in them, 0 … games
};

// For each arm, the probability that it is the best one; the sum is 1. Without games, or with games that do not
// distinguish the arms, these are the priors. prior_games > 0: each arm starts with this many games at the usual score
// of the position. No arm counts for more than 1000 games, so that enough doubt is left to notice a change.
std::vector<double> probability_best(const std::vector<Arm>& arms, double prior_games);

// The arm with the highest upper confidence bound, the first of equals; with no games the one with the highest prior.
// There must be an arm.
std::size_t most_promising(const std::vector<Arm>& arms, double prior_games);

} // namespace polyglot::book
