#include "core/book/bandit.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>

namespace polyglot::book {
namespace {

// Number of cells into which the scores from 0 to 1 are divided. The narrowest belief (most_games
// and as many prior games, score 1/2) has a standard deviation of 1.3 cells, which is wide enough
// to replace integrals by sums over cells.
constexpr std::size_t cells = 128;
constexpr double most_games = 1000;
// A game gives more information than the toss of a coin: if a third of all games are drawn, its
// variance is two thirds of that of a coin.
constexpr double coins_per_game = 1.5;
constexpr double least_probability = 1e-300; // has a logarithm, unlike 0

// The belief about the score of an arm is the distribution Beta(a, b).
struct Belief {
    double a = 0;
    double b = 0;
};

// ln P(score <= edge) at the edges of the cells: 0, 1/cells … 1. No value is less than
// ln(least_probability).
using LogCdf = std::array<double, cells + 1>;

// Logarithms of the scores in the middle of the cells.
struct LogTable {
    std::array<double, cells> score{};
    std::array<double, cells> rest{}; // the same of 1 - score
    LogTable() {
        for (std::size_t i = 0; i < cells; ++i) {
            const double middle = (static_cast<double>(i) + 0.5) / cells;
            score[i] = std::log(middle);
            rest[i] = std::log(1 - middle);
        }
    }
};

LogCdf log_cdf(const Belief& belief) {
    static const LogTable ln;
    std::array<double, cells> density{}; // up to a constant factor; at first its logarithm
    for (std::size_t i = 0; i < cells; ++i)
        density[i] = (belief.a - 1) * ln.score[i] + (belief.b - 1) * ln.rest[i];
    const double highest = *std::ranges::max_element(density);
    for (double& value : density)
        value = std::exp(value - highest);
    const double whole = std::accumulate(density.begin(), density.end(), 0.0);
    LogCdf cdf{};
    double sum = 0;
    for (std::size_t i = 0; i <= cells; ++i) {
        cdf[i] = std::log(std::clamp(sum / whole, least_probability, 1.0));
        if (i < cells) sum += density[i];
    }
    return cdf;
}

// Returns the usual score in this position: the mean over arms and P imaginary drawn games. Each
// arm counts with n*P/(n + P) games, so that an arm that is always played does not dominate.
double usual_score(const std::vector<Arm>& arms, double prior_games) {
    double games = prior_games;
    double points = prior_games / 2;
    for (const Arm& arm : arms) {
        const double factor = prior_games / (arm.games + prior_games);
        games += factor * arm.games;
        points += factor * arm.points;
    }
    return points / games;
}

std::vector<Belief> beliefs(const std::vector<Arm>& arms, double prior_games) {
    const double usual = usual_score(arms, prior_games);
    std::vector<Belief> result;
    result.reserve(arms.size());
    for (const Arm& arm : arms) {
        assert(arm.games >= 0 && arm.points >= 0 && arm.points <= arm.games);
        const double scale = coins_per_game * (arm.games > most_games ? most_games / arm.games : 1);
        result.push_back({.a = prior_games * usual + scale * arm.points,
                          .b = prior_games * (1 - usual) + scale * (arm.games - arm.points)});
    }
    return result;
}

} // namespace

std::vector<double> probability_best(const std::vector<Arm>& arms, double prior_games) {
    std::vector<LogCdf> cdfs;
    cdfs.reserve(arms.size());
    for (const Belief& belief : beliefs(arms, prior_games))
        cdfs.push_back(log_cdf(belief));

    std::vector<double> result(arms.size(), 0.0);
    double below = 0; // P(best score <= lower edge)
    for (std::size_t i = 0; i < cells; ++i) {
        double log_up_to = 0;
        double rise = 0;
        for (const LogCdf& cdf : cdfs) {
            log_up_to += cdf[i + 1];
            rise += cdf[i + 1] - cdf[i];
        }
        const double up_to = std::exp(log_up_to);
        if (up_to <= below || rise <= 0) continue; // negligible
        // Competing risks: within a cell, each arm is the best one with a probability in proportion
        // to the rise of its ln P.
        for (std::size_t j = 0; j < arms.size(); ++j)
            result[j] += (up_to - below) * (cdfs[j][i + 1] - cdfs[j][i]) / rise;
        below = up_to;
    }

    double sum = 0;
    for (std::size_t j = 0; j < arms.size(); ++j)
        sum += result[j] *= arms[j].prior;
    for (double& probability : result)
        probability /= sum;
    return result;
}

std::size_t most_promising(const std::vector<Arm>& arms, double prior_games) {
    assert(!arms.empty());
    constexpr double exploration = 0.5;
    const double all_games = std::accumulate(
        arms.begin(), arms.end(), 1.0, [](double sum, const Arm& arm) { return sum + arm.games; });
    const std::vector<Belief> scores = beliefs(arms, prior_games);
    std::size_t best = 0;
    double best_bound = -1;
    for (std::size_t j = 0; j < arms.size(); ++j) {
        const double bound =
            scores[j].a / (scores[j].a + scores[j].b) +
            exploration * arms[j].prior * std::sqrt(all_games) / (1 + arms[j].games);
        if (bound > best_bound) {
            best_bound = bound;
            best = j;
        }
    }
    return best;
}

} // namespace polyglot::book
