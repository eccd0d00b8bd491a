// BookTopN, BookVariety and BookMinElo: who may be played, and how much of the position's share
// each gets.
#include "core/book/selection.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

using namespace polyglot;
using book::Candidate;
using book::Entry;
using book::LearnPolicy;
using book::Policy;

namespace {

std::vector<chess::Move> moves_of_start() {
    std::vector<chess::Move> moves;
    for (const chess::Move m : chess::Position::start().legal_moves())
        moves.push_back(m);
    return moves;
}

// Entries of different moves.
std::vector<Entry> book_of(const std::vector<std::uint32_t>& weights) {
    static const std::vector<chess::Move> moves = moves_of_start();
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < weights.size(); ++i)
        entries.push_back({moves.at(i), weights[i]});
    return entries;
}

std::vector<int> shares(const std::vector<Entry>& entries, const Policy& policy) {
    std::vector<int> result;
    for (const Candidate& c : book::rate(entries, policy))
        result.push_back(c.share);
    return result;
}

// One letter for each entry: p if it may be played.
std::string playable(const std::vector<Entry>& entries, const Policy& policy) {
    std::string result;
    for (const Candidate& c : book::rate(entries, policy))
        result += c.playable ? 'p' : '-';
    return result;
}

// Tables as books have them and as they have not: entries of weight 0, without a legal move, of one
// move twice, with results.
std::vector<Entry> random_entries(Random& random) {
    static const std::vector<chess::Move> moves = moves_of_start();
    std::vector<Entry> entries(1 + random.below(12));
    const unsigned bits = 1 + static_cast<unsigned>(random.below(32));
    for (Entry& entry : entries) {
        if (random.below(10) != 0) entry.move = moves[random.below(moves.size())];
        if (random.below(10) != 0)
            entry.weight = static_cast<std::uint32_t>(random.next() >> (64 - bits));
        if (random.below(3) != 0) continue;
        entry.learn_count = static_cast<std::uint32_t>(random.below(200));
        entry.learn_sum =
            static_cast<std::uint32_t>(random.below(2 * std::uint64_t{entry.learn_count} + 1));
    }
    return entries;
}

Policy random_policy(Random& random) {
    return {.random = random.below(2) == 0,
            .threshold_per_mil = static_cast<int>(random.below(3) * random.below(100)),
            .learning = {.policy = static_cast<LearnPolicy>(random.below(4)),
                         .explore_per_mil = static_cast<int>(random.below(50)),
                         .min_games = 1}};
}

// What a move gets in all its playable entries, by what is drawn.
double part_of(const std::vector<Candidate>& candidates, chess::Move move) {
    double part = 0, all = 0;
    for (const Candidate& c : candidates) {
        if (!c.playable || c.share == 0) continue; // which is never drawn
        all += static_cast<double>(c.weight);
        if (c.move == move) part += static_cast<double>(c.weight);
    }
    return all == 0 ? 0 : part / all;
}

bool same(const Candidate& a, const Candidate& b) {
    return a.move == b.move && a.weight == b.weight && a.share == b.share &&
           a.playable == b.playable;
}

} // namespace

TEST_CASE("variety takes weights to the power (100 - v) / v") {
    const auto check = [](int variety, const std::vector<std::uint32_t>& weights,
                          const std::vector<int>& expected) {
        CAPTURE(variety);
        CHECK(shares(book_of(weights), {.threshold_per_mil = 0, .variety = variety}) == expected);
    };
    check(50, {6, 3, 1}, {6000, 3000, 1000});
    check(25, {6, 3, 1}, {8852, 1106, 40});   // 216, 27, 1
    check(75, {8, 1, 1}, {5000, 2500, 2500}); // cube roots: 2, 1, 1
    check(100, {6, 3, 1}, {3333, 3333, 3333});
    check(0, {3, 6, 1}, {0, 10000, 0});
    check(0, {3, 6, 6}, {0, 10000, 0}); // the first of equals
    check(1, {6, 5, 1}, {9999, 0, 0});  // the 99th power of 5/6 is 1.4e-8
    check(1, {6, 6, 1}, {5000, 5000, 0});
    check(99, {8000, 1999, 1}, {3449, 3401, 3149}); // the 99th roots: 1, 0.986, 0.913
    check(100, {0, 7, 0, 1}, {0, 5000, 0, 5000});   // what has no weight gains none
    check(100, {0, 0}, {0, 0});
    check(0, {0, 0}, {0, 0});
    check(0, {}, {});
    check(100, {5}, {10000});
}

TEST_CASE("variety divides the shares of the playable moves; the others keep their share") {
    std::vector<Entry> entries = book_of({700, 200, 96, 4});
    entries[1].move = chess::Move{}; // not legal here
    CHECK(shares(entries, {.variety = 100}) == std::vector{3980, 2000, 3980, 40});
    CHECK(playable(entries, {.variety = 100}) == "p-p-");
    CHECK(shares(entries, {.variety = 0}) == std::vector{7960, 2000, 0, 40});
    CHECK(playable(entries, {.variety = 0}) == "p---"); // what has no share is not played
}

TEST_CASE("a move with two entries is one move to variety and TopN") {
    std::vector<Entry> entries = book_of({3, 6, 4});
    entries.push_back({entries[2].move, 4});
    CHECK(shares(entries, {.variety = 100}) == std::vector{3333, 3333, 1666, 1666});
    CHECK(playable(entries, {.variety = 0}) == "--pp"); // 8 in all
    CHECK(playable(entries, {.top_n = 1}) == "--pp");
    CHECK(playable(entries, {.top_n = 2}) == "-ppp");
}

TEST_CASE("TopN keeps the heaviest moves above the threshold, the first of equals") {
    const auto check = [](int top_n, const std::vector<std::uint32_t>& weights,
                          const std::string& expected) {
        CAPTURE(top_n);
        CHECK(playable(book_of(weights), {.top_n = top_n}) == expected);
    };
    check(0, {1, 2, 3}, "ppp");
    check(1, {1, 3, 2}, "-p-");
    check(2, {2, 3, 2, 2}, "pp--");
    check(3, {2, 3, 2}, "ppp");
    check(9, {2, 3, 2}, "ppp");
    check(2, {900, 96, 4}, "pp-"); // 4 per mil: under the threshold, takes no place
    check(3, {900, 96, 4}, "pp-");
    check(2, {0, 0}, "--");
    std::vector<Entry> entries = book_of({9, 5, 1});
    entries[0].move = chess::Move{};
    CHECK(playable(entries, {.top_n = 1}) == "-p-");
    // Shares stay what they are in the book; only what is left is drawn from. With variety among
    // what is left.
    CHECK(shares(book_of({50, 30, 20}), {.top_n = 2}) == std::vector{5000, 3000, 2000});
    CHECK(shares(book_of({50, 30, 20}), {.top_n = 2, .variety = 100}) ==
          std::vector{4000, 4000, 2000});
}

TEST_CASE("MinElo leaves out moves evaluated below that rating") {
    std::vector<Entry> entries = book_of({1, 1, 1});
    entries[0].evaluation.emplace().elo = 2399;
    entries[1].evaluation.emplace().elo = 2400;
    CHECK(playable(entries, {}) == "ppp");
    CHECK(playable(entries, {.min_elo = 2400}) == "-pp");
    CHECK(playable(entries, {.min_elo = 65535}) == "--p"); // the third has none
    CHECK(playable(entries, {.top_n = 1, .min_elo = 2400}) == "-p-");
}

TEST_CASE("TopN goes by PolyGlot's learnt weights, and by the book's where a bandit divides") {
    std::vector<Entry> entries = book_of({10, 9, 1});
    entries[0].learn_count = 50; // lost them all
    CHECK(playable(entries, {.learning = {.policy = LearnPolicy::Polyglot}, .top_n = 1}) == "-p-");
    for (const LearnPolicy learn : {LearnPolicy::Thompson, LearnPolicy::Ucb}) {
        CHECK(playable(entries, {.learning = {.policy = learn}, .top_n = 1}) == "p--");
        CHECK(playable(entries, {.learning = {.policy = learn}, .top_n = 2}) == "pp-");
    }
}

TEST_CASE("variety acts on the shares after learning") {
    std::vector<Entry> entries = book_of({60, 40});
    entries[0].learn_count = entries[1].learn_count = 40;
    entries[1].learn_sum = 60;
    const auto shares_at = [&](LearnPolicy learn, int variety) {
        return shares(entries,
                      {.learning = {.policy = learn, .explore_per_mil = 0}, .variety = variety});
    };
    for (const LearnPolicy learn : {LearnPolicy::Polyglot, LearnPolicy::Thompson, LearnPolicy::Ucb})
        CHECK(shares_at(learn, 0) == std::vector{0, 10000});
    CHECK(shares_at(LearnPolicy::RecordOnly, 0) == std::vector{10000, 0});
    CHECK(shares_at(LearnPolicy::Thompson, 25)[0] <= shares_at(LearnPolicy::Thompson, 50)[0]);
    CHECK(shares_at(LearnPolicy::Polyglot, 100) == std::vector{5000, 5000});
    // Nothing is left to the move that the upper bound is against: it does not come back as one of
    // the equals.
    CHECK(shares_at(LearnPolicy::Ucb, 100) == std::vector{0, 10000});
}

TEST_CASE("at 50, PolyGlot's rule to the last bit") {
    constexpr std::uint64_t seed = 7;
    CAPTURE(seed);
    Random random(seed);
    for (int i = 0; i < 1500; ++i) {
        CAPTURE(i);
        const std::vector<Entry> entries = random_entries(random);
        Policy policy = random_policy(random);
        policy.learning = {.policy = LearnPolicy::RecordOnly};
        const std::vector<Candidate> found = book::rate(entries, policy);
        std::uint64_t sum = 0;
        for (const Entry& entry : entries)
            sum += entry.weight;
        for (std::size_t j = 0; j < entries.size(); ++j) {
            const std::uint64_t share =
                sum == 0 ? 0 : std::uint64_t{10'000} * entries[j].weight / sum;
            REQUIRE(found[j].weight == entries[j].weight);
            REQUIRE(static_cast<std::uint64_t>(found[j].share) == share);
            REQUIRE(found[j].playable ==
                    (entries[j].move && static_cast<int>(share) > 10 * policy.threshold_per_mil));
        }
    }
}

TEST_CASE("over random positions: 50 changes nothing, less sharpens, more flattens") {
    constexpr std::uint64_t seed = 20;
    CAPTURE(seed);
    Random random(seed);
    for (int i = 0; i < 1500; ++i) {
        CAPTURE(i);
        const std::vector<Entry> entries = random_entries(random);
        Policy policy = random_policy(random);
        const std::vector<Candidate> stored = book::rate(entries, policy);
        policy.variety = 50;
        policy.top_n = 12; // as many as there are entries
        const std::vector<Candidate> again = book::rate(entries, policy);
        REQUIRE(std::equal(stored.begin(), stored.end(), again.begin(), again.end(), same));

        double best_before = 1;
        double least_before = 0;
        for (const int variety : {0, 1, 10, 25, 49, 50, 51, 75, 90, 99, 100}) {
            CAPTURE(variety);
            policy.variety = variety;
            const std::vector<Candidate> varied = book::rate(entries, policy);
            int drawn = 0;
            int was_drawn = 0;
            double most = 0;
            double least = 1;
            for (std::size_t j = 0; j < varied.size(); ++j) {
                REQUIRE(varied[j].playable <= stored[j].playable); // nothing becomes playable
                if (!stored[j].playable) REQUIRE(varied[j].share == stored[j].share);
                if (stored[j].weight == 0) REQUIRE(varied[j].weight == 0);
                drawn += varied[j].share;
                was_drawn += stored[j].share;
                if (!stored[j].playable || stored[j].weight == 0) continue;
                const double part = part_of(varied, varied[j].move);
                most = std::max(most, part);
                least = std::min(least, part);
            }
            REQUIRE(std::abs(drawn - was_drawn) <= static_cast<int>(entries.size()));
            Random draw(1);
            const std::optional<chess::Move> chosen = book::choose(varied, policy, draw);
            REQUIRE(chosen.has_value() == (most > 0));
            if (!chosen) continue;
            REQUIRE(most <= best_before + 1e-9);
            REQUIRE(least >= least_before - 1e-9);
            best_before = most;
            least_before = least;
        }
    }
}
