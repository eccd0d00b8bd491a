// The policies that learn: what they promise whatever the results, and what they earn in simulated
// games.
#include "core/book/selection.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <cmath>
#include <numeric>
#include <string>

using namespace polyglot;
using book::Entry;
using book::LearnPolicy;
using book::Policy;

namespace {

// Legal moves of the start position, in their own order.
std::vector<chess::Move> some_moves(std::size_t count) {
    std::vector<chess::Move> moves;
    for (const chess::Move m : chess::Position::start().legal_moves())
        if (moves.size() < count) moves.push_back(m);
    return moves;
}

// Entries of different moves from {weight, games, half-points, days}.
std::vector<Entry> book_of(std::vector<std::array<std::uint32_t, 4>> lines) {
    const auto moves = some_moves(lines.size());
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < lines.size(); ++i)
        entries.push_back({moves.at(i), lines[i][0], lines[i][1], lines[i][2], lines[i][3]});
    return entries;
}

Policy policy_of(LearnPolicy learn) {
    return {.learning = {.policy = learn}};
}

std::vector<int> shares(const std::vector<Entry>& entries, const Policy& policy) {
    std::vector<int> result;
    for (const auto& c : book::rate(entries, policy))
        result.push_back(c.share);
    return result;
}

int share(const std::vector<Entry>& entries, std::size_t i, const Policy& policy) {
    return shares(entries, policy).at(i);
}

constexpr std::array both{LearnPolicy::Thompson, LearnPolicy::Ucb};

} // namespace

TEST_CASE("without games, or with too few of them, the book's own shares") {
    const auto check = [](const std::vector<Entry>& entries, const Policy& policy) {
        Policy plain = policy;
        plain.learning.policy = LearnPolicy::RecordOnly;
        for (const LearnPolicy learn : both) {
            Policy learning = policy;
            learning.learning.policy = learn;
            CHECK(shares(entries, learning) == shares(entries, plain));
        }
    };
    check({}, {});
    check(book_of({{7, 0, 0, 0}}), {});
    check(book_of({{0, 0, 0, 0}, {0, 5, 5, 0}}), {});
    check(book_of({{600, 0, 0, 0}, {195, 0, 0, 0}, {5, 0, 0, 0}}), {});
    check(book_of({{600, 1, 0, 0}, {195, 1, 2, 0}}), {}); // min_games = 2
    check(book_of({{600, 9, 0, 0}, {195, 9, 18, 0}}), {.learning = {.min_games = 10}});
    check(book_of({{600, 9, 19, 0}, {195, 0, 3, 0}}), {}); // these are not results
    check(book_of({{995, 0, 0, 0}, {5, 90, 180, 0}}), {}); // of a move that is not playable
}

TEST_CASE("the only move is played always, whatever the number of its games") {
    for (const LearnPolicy learn : both)
        for (const std::uint32_t games : {3U, 130U, 200U, 5000U, 4'000'000'000U})
            for (const std::uint32_t sum : {0U, games, games / 2 * 3})
                CHECK(shares(book_of({{600, games, sum, 0}}), {.learning = {.policy = learn}}) ==
                      std::vector<int>{10000});
}

TEST_CASE("equal results leave the book's shares, whatever the score") {
    for (const std::uint32_t half_points : {0U, 20U, 100U, 180U, 200U}) {
        const auto entries = book_of(
            {{600, 100, half_points, 0}, {300, 100, half_points, 0}, {100, 100, half_points, 0}});
        const auto found = shares(entries, policy_of(LearnPolicy::Thompson));
        CHECK(std::abs(found[0] - 6000) <= 1);
        CHECK(std::abs(found[1] - 3000) <= 1);
        CHECK(std::abs(found[2] - 1000) <= 1);
    }
}

TEST_CASE("shares of two moves are the probability that one is better than the other") {
    // 4 + 4 of the prior, at the usual score of 1/2, and 1.5 for each game. 6 of 10 points against
    // 4 of 10: Beta(13, 10) against Beta(10, 13), where P(first > second) = 0.8170 by the closed
    // form for whole numbers (E. Miller, Formulas for Bayesian A/B testing). 10 of 10 against none:
    // 1 - 1.2e-6.
    const Policy exact{.threshold_per_mil = 0,
                       .learning = {.policy = LearnPolicy::Thompson, .explore_per_mil = 0}};
    CHECK(share(book_of({{1, 10, 20, 0}, {1, 10, 0, 0}}), 0, exact) == 9999);
    CHECK(std::abs(share(book_of({{1, 10, 12, 0}, {1, 10, 8, 0}}), 0, exact) - 8170) <= 15);
    // Weights count as prior odds: 3 to 1 against odds of 0.8170 to 0.1830.
    const double odds = 0.8170 / 0.1830 / 3;
    CHECK(std::abs(share(book_of({{1, 10, 12, 0}, {3, 10, 8, 0}}), 0, exact) -
                   10000 * odds / (1 + odds)) <= 15);
}

TEST_CASE("the floor: at least an even part of the exploration, or the move's own share where that "
          "is less") {
    for (const LearnPolicy learn : both) {
        Policy policy = policy_of(learn);
        policy.learning.explore_per_mil = 40;
        const auto found = shares(
            book_of({{500, 900, 1700, 0}, {490, 900, 20, 0}, {8, 900, 20, 0}, {2, 900, 9, 0}}),
            policy);
        CHECK(found[0] == 9766);
        CHECK(found[1] == 133); // 4 % of the playable three, evenly
        CHECK(found[2] == 80);  // at most its own 0.8 %
        CHECK(found[3] == 20);  // at or below the threshold: its own, never played
    }
}

TEST_CASE("one loss does not end a line, and no losing line is played forever") {
    for (const LearnPolicy learn : both) {
        Policy policy = policy_of(learn);
        policy.learning.min_games = 1;
        CHECK(share(book_of({{1, 1, 0, 0}, {1, 0, 0, 0}}), 0, policy) >=
              (learn == LearnPolicy::Thompson ? 3000 : 99));
        const auto huge =
            book_of({{60, 4'000'000'000, 4'294'967'295, 0}, {40, 4'000'000'000, 0, 0}});
        const auto found = shares(huge, policy);
        CHECK(found[1] >= 99);
        CHECK(found[0] <= 9901);
    }
}

TEST_CASE("no line counts for more than 1,000 games: a slightly better line is not the only one "
          "forever") {
    const auto many = book_of({{1, 1'000'000, 1'040'000, 0}, {1, 1'000'000, 1'000'000, 0}});
    const auto thousand = book_of({{1, 1'000, 1'040, 0}, {1, 1'000, 1'000, 0}});
    const Policy policy = policy_of(LearnPolicy::Thompson);
    CHECK(std::abs(share(many, 1, policy) - share(thousand, 1, policy)) <= 100);
    CHECK(share(many, 1, policy) > 1000);
}

TEST_CASE("a line never played is expected to score the average of the position, not 50 %") {
    const Policy policy = policy_of(LearnPolicy::Thompson);
    const auto new_line = [&](std::uint32_t half_points) {
        return share(book_of({{1, 40, half_points, 0},
                              {1, 40, half_points, 0},
                              {1, 40, half_points, 0},
                              {1, 0, 0, 0}}),
                     3, policy);
    };
    // We score 15 % against these opponents: no reason to leave all lines of the book
    CHECK(new_line(12) < 8000);
    CHECK(new_line(68) > 1000); // 85 %: no reason never to try the fourth
}

TEST_CASE("a better score never lowers a share") {
    Random random(3);
    for (int round = 0; round < 200; ++round) {
        const std::size_t size = 2 + random.below(8);
        std::vector<std::array<std::uint32_t, 4>> lines;
        for (std::size_t i = 0; i < size; ++i) {
            const auto games =
                static_cast<std::uint32_t>(random.below(random.below(2) == 0 ? 20 : 1500));
            lines.push_back({static_cast<std::uint32_t>(1 + random.below(100)), games,
                             static_cast<std::uint32_t>(random.below(2 * games + 1)), 0});
        }
        const std::size_t which = random.below(size);
        for (const LearnPolicy learn : both) {
            int before = -1;
            for (std::uint32_t sum = 0; sum <= 2 * lines[which][1];
                 sum += 1 + lines[which][1] / 8) {
                lines[which][2] = sum;
                const auto found = shares(book_of(lines), policy_of(learn));
                CAPTURE(round);
                CHECK(found[which] + 1 >= before); // 1: rounded down
                CHECK(std::accumulate(found.begin(), found.end(), 0) <= 10000);
                CHECK(std::accumulate(found.begin(), found.end(), 0) >
                      10000 - static_cast<int>(size) - 1);
                before = found[which];
            }
        }
    }
}

TEST_CASE("results grow old") {
    Policy policy = policy_of(LearnPolicy::Thompson);
    const auto bad = [&](std::uint32_t days) {
        return share(book_of({{1, 40, 20, days}, {1, 40, 40, 0}}), 0, policy);
    };
    CHECK(bad(1000) == bad(0)); // not with half_life_days = 0
    policy.learning.half_life_days = 100;
    CHECK(bad(100) > bad(0));
    CHECK(bad(300) > bad(100));
    CHECK(bad(0xffffffff) > 3500);
    // 40 games that are a half-life old are 20 new ones with the same score.
    CHECK(bad(100) == share(book_of({{1, 20, 10, 0}, {1, 40, 40, 0}}), 0, policy));
}

TEST_CASE("the threshold is about the book's share: results lift no move over it and push none "
          "under it") {
    for (const LearnPolicy learn : both) {
        const auto candidates = book::rate(
            book_of({{900, 90, 0, 0}, {95, 90, 180, 0}, {5, 90, 180, 0}}), policy_of(learn));
        CHECK(candidates[0].playable);
        CHECK(candidates[1].playable);
        CHECK_FALSE(candidates[2].playable);
        CHECK(candidates[2].share == 50);
        CHECK(candidates[1].share > 9700);
    }
    // PolyGlot's formula does both.
    const auto as_polyglot =
        book::rate(book_of({{900, 90, 0, 0}, {95, 90, 180, 0}, {5, 90, 180, 0}}),
                   policy_of(LearnPolicy::Polyglot));
    CHECK(as_polyglot[2].playable);
}

TEST_CASE("several entries of a move are one line; moves that are not legal and weights of zero "
          "keep out") {
    const auto moves = some_moves(3);
    for (const LearnPolicy learn : both) {
        const Policy policy = policy_of(learn);
        const auto twice = shares(
            {{moves[0], 30, 50, 90}, {moves[0], 10, 50, 90}, {moves[1], 60, 50, 10}}, policy);
        const auto once = shares({{moves[0], 40, 50, 90}, {moves[1], 60, 50, 10}}, policy);
        CHECK(std::abs(twice[0] + twice[1] - once[0]) <= 1);
        CHECK(std::abs(twice[0] - 3 * twice[1]) <= 3);

        // Of entries that know different games the one that knows more speaks, whatever their
        // order.
        const auto most = shares({{moves[0], 40, 50, 90}, {moves[1], 60, 50, 10}}, policy);
        CHECK(
            std::abs(shares({{moves[0], 20, 50, 90}, {moves[0], 20, 5, 0}, {moves[1], 60, 50, 10}},
                            policy)[2] -
                     most[1]) <= 1);
        CHECK(
            std::abs(shares({{moves[0], 20, 5, 0}, {moves[0], 20, 50, 90}, {moves[1], 60, 50, 10}},
                            policy)[2] -
                     most[1]) <= 1);

        const auto others = book::rate({{chess::Move{}, 200, 90, 180},
                                        {moves[0], 0, 90, 180},
                                        {moves[1], 400, 90, 90},
                                        {moves[2], 400, 90, 0}},
                                       policy);
        CHECK(others[0].share == 2000);
        CHECK(others[1].share == 0);
        CHECK(others[2].share > 7800);
        CHECK_FALSE(others[0].playable);
        CHECK_FALSE(others[1].playable);
        Random random(5);
        for (int i = 0; i < 200; ++i) {
            const auto drawn = book::choose(others, policy, random);
            CHECK((drawn == moves[1] || drawn == moves[2]));
        }
    }
}

TEST_CASE("extreme settings and counts give shares of one whole") {
    Random random(11);
    for (int round = 0; round < 300; ++round) {
        std::vector<Entry> entries;
        const auto moves = some_moves(20);
        const std::size_t size = 1 + random.below(300);
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint64_t r = random.next();
            const auto games = static_cast<std::uint32_t>(r >> (r % 64));
            entries.push_back({random.below(9) == 0 ? chess::Move{} : moves[random.below(20)],
                               static_cast<std::uint32_t>(random.next() >> (32 + random.below(32))),
                               games, static_cast<std::uint32_t>(random.next() >> 32),
                               static_cast<std::uint32_t>(r)});
        }
        for (const LearnPolicy learn : both) {
            const Policy policy{
                .threshold_per_mil = static_cast<int>(random.below(10)),
                .learning = {.policy = learn,
                             .prior_games = static_cast<int>(random.below(1001)),
                             .explore_per_mil = static_cast<int>(random.below(1001)),
                             .min_games = static_cast<int>(random.below(10)),
                             .half_life_days = static_cast<int>(random.below(36501))}};
            const auto candidates = book::rate(entries, policy);
            int sum = 0;
            bool any = false;
            for (const auto& c : candidates) {
                CHECK(c.share >= 0);
                sum += c.share;
                any = any || c.playable;
            }
            CHECK(sum <= 10000);
            Random draw(static_cast<std::uint64_t>(round));
            CHECK(book::choose(candidates, policy, draw).has_value() == any);
        }
    }
}

TEST_CASE("a playable move whose share rounds to nothing is played when no other is allowed") {
    auto candidates = book::rate(book_of({{60, 900, 1700, 0}, {40, 900, 9, 0}}),
                                 {.learning = {.policy = LearnPolicy::Ucb, .explore_per_mil = 0}});
    REQUIRE(candidates[1].share == 0);
    candidates[0].playable = false; // searchmoves
    Random random(1);
    CHECK(book::choose(candidates, {}, random) == candidates[1].move);
}

TEST_CASE("without a draw the highest share is played") {
    Random random(1);
    for (const LearnPolicy learn : both) {
        Policy policy = policy_of(learn);
        policy.random = false;
        const auto candidates = book::rate(book_of({{60, 90, 40, 0}, {40, 90, 100, 0}}), policy);
        CHECK(book::choose(candidates, policy, random) == candidates[1].move);
    }
}

namespace {

struct Line {
    std::uint32_t weight;
    double score; // what we score with it on average
};

struct Earned {
    double all = 0;
    double last = 0; // in the last quarter of the games
    bool operator==(const Earned&) const = default;
};

// Plays this many games from one position and returns the expected score per game.
Earned simulate(const std::vector<Line>& lines, const Policy& policy, int games,
                std::uint64_t seed) {
    std::vector<std::array<std::uint32_t, 4>> weights;
    for (const Line& line : lines)
        weights.push_back({line.weight, 0, 0, 0});
    std::vector<Entry> entries = book_of(weights);
    Random random(seed);
    Earned earned;
    const int first_of_last = games - games / 4;
    for (int game = 0; game < games; ++game) {
        const auto chosen = book::choose(book::rate(entries, policy), policy, random);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (entries[i].move != chosen) continue;
            // Two coins for two half-points: half of all games at 50 % are drawn.
            for (int coin = 0; coin < 2; ++coin)
                if (static_cast<double>(random.below(1'000'000)) < 1e6 * lines[i].score)
                    ++entries[i].learn_sum;
            ++entries[i].learn_count;
            earned.all += lines[i].score / games;
            if (game >= first_of_last) earned.last += lines[i].score / (games - first_of_last);
        }
    }
    return earned;
}

Earned mean_of_seeds(const std::vector<Line>& lines, LearnPolicy learn) {
    constexpr int seeds = 5;
    Earned mean;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const Earned one = simulate(lines, policy_of(learn), 2000, seed);
        mean.all += one.all / seeds;
        mean.last += one.last / seeds;
    }
    return mean;
}

// The book's favourite loses; it is one of many equal moves; a good line has a small weight.
const std::vector<std::vector<Line>> misleading_books{
    {{60, .2}, {25, .5}, {10, .5}, {5, .3}},
    {{50, .35}, {30, .45}, {15, .6}, {5, .4}},
    {{90, .3}, {8, .4}, {2, .6}},
    {{20, .7}, {20, .9}, {20, .5}, {20, .6}, {20, .7}},
};

} // namespace

TEST_CASE("planted bad lines: within 2 % of the best one after 2,000 games, and better than "
          "PolyGlot's formula") {
    for (const auto& lines : misleading_books) {
        double best = 0;
        for (const Line& line : lines)
            best = std::max(best, line.score);
        const Earned none = mean_of_seeds(lines, LearnPolicy::RecordOnly);
        const Earned polyglot = mean_of_seeds(lines, LearnPolicy::Polyglot);
        for (const LearnPolicy learn : both) {
            const Earned found = mean_of_seeds(lines, learn);
            CAPTURE(best);
            CHECK(found.last > best - 0.02);
            CHECK(found.last > polyglot.last);
            CHECK(found.all > polyglot.all);
            CHECK(found.all > none.all + 0.05);
        }
    }
}

TEST_CASE("a book that is right already: learning costs next to nothing") {
    const std::vector<Line> lines{{60, .5}, {5, .45}, {5, .45}, {5, .4}, {5, .4},
                                  {5, .45}, {5, .45}, {5, .35}, {5, .3}};
    const Earned none = mean_of_seeds(lines, LearnPolicy::RecordOnly);
    for (const LearnPolicy learn : both) {
        const Earned found = mean_of_seeds(lines, learn);
        CHECK(found.all > none.all - 0.005);
        CHECK(found.last > none.last);
    }
}

TEST_CASE("the same seed and results play the same games") {
    for (const LearnPolicy learn : both) {
        const auto& lines = misleading_books.front();
        CHECK(simulate(lines, policy_of(learn), 300, 9) ==
              simulate(lines, policy_of(learn), 300, 9));
        CHECK_FALSE(simulate(lines, policy_of(learn), 300, 9) ==
                    simulate(lines, policy_of(learn), 300, 10));
    }
}
