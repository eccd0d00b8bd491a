// Which moves become entries, and with which weight.
#include "core/book/make/book_rules.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using chess::Color;

struct Made {
    std::vector<RawEntry> entries;
    DroppedMoves dropped;
    std::uint64_t positions = 0;
    DroppedExamples examples;

    // Weights by move, "-" for one that is not there.
    std::string weights(std::initializer_list<std::uint16_t> moves = {1, 2, 3, 4}) const {
        std::string text;
        for (const std::uint16_t move : moves) {
            const auto found = std::find_if(entries.begin(), entries.end(),
                                            [&](const RawEntry& e) { return e.move == move; });
            text += (text.empty() ? "" : " ") +
                    (found == entries.end() ? "-" : std::to_string(found->weight));
        }
        return text;
    }
    // The moves of the examples, rule by rule.
    std::string left_out(Color mover = Color::White) const {
        std::string text;
        for (const auto& of_rule : examples.of[static_cast<std::size_t>(mover)]) {
            text += '/';
            for (const MoveStats& move : of_rule)
                text += std::to_string(move.move);
        }
        return text;
    }
    std::string order() const {
        std::string text;
        for (const RawEntry& entry : entries)
            text += (text.empty() ? "" : " ") + std::to_string(entry.move);
        return text;
    }
};

Made make(const std::vector<MoveStats>& moves, const BookRules& rules) {
    Made made;
    BookMaker maker(rules, [&](std::span<const RawEntry> entries) {
        made.entries.insert(made.entries.end(), entries.begin(), entries.end());
    });
    for (const MoveStats& stats : moves)
        maker.add(stats);
    maker.finish();
    made.dropped = sum_of(maker.dropped());
    made.positions = maker.positions();
    made.examples = maker.examples();
    CHECK(maker.entries() == made.entries.size());
    CHECK(maker.moves() == moves.size());
    const DroppedMoves& d = made.dropped;
    CHECK(d.colour + d.min_games + d.no_points + d.min_score + d.min_share + d.top + d.too_light +
              maker.entries() ==
          moves.size());
    return made;
}

MoveStats stats(std::uint16_t move, std::uint64_t wins, std::uint64_t draws, std::uint64_t losses) {
    MoveStats s;
    s.key = 1;
    s.move = move;
    s.wins = wins;
    s.draws = draws;
    s.losses = losses;
    return s;
}
MoveStats rated(MoveStats s, std::uint64_t games, std::uint64_t mean) {
    s.rated_games = games;
    s.elo_sum = games * mean;
    return s;
}
MoveStats dated(MoveStats s, std::uint16_t year) {
    s.last_year = year;
    return s;
}

BookRules all_moves(WeightBy weight = WeightBy::Expected) {
    BookRules rules;
    rules.white.min_games = rules.black.min_games = 1;
    rules.weight = weight;
    return rules;
}

} // namespace

TEST_CASE("book rules: weights by kind") {
    const std::vector<MoveStats> moves{stats(1, 3, 4, 3), stats(2, 1, 0, 0), stats(3, 0, 3, 0),
                                       stats(4, 0, 0, 5)};
    CHECK(make(moves, all_moves()).weights() == "10 2 3 -");
    CHECK(make(moves, all_moves(WeightBy::Wins)).weights() == "3 1 - -");
    CHECK(make(moves, all_moves(WeightBy::Games)).weights() == "10 1 3 5");
    // (5+1)/(10+2), (1+1)/(1+2), (1.5+1)/(3+2): 2/3 becomes 65535
    CHECK(make(moves, all_moves(WeightBy::Rate)).weights() == "49151 65535 49151 -");

    BookRules factors = all_moves();
    factors.win_factor = 3;
    CHECK(make(moves, factors).weights() == "13 3 3 -");
    factors.draw_factor = 0.5; // no whole number: the heaviest becomes 65535
    CHECK(make(moves, factors).weights() == "65535 17873 8937 -");
    factors = all_moves();
    factors.loss_factor = -3;
    CHECK(make(moves, factors).weights() == "1 2 3 -");
    factors.loss_factor = -4; // less than nothing is nothing
    CHECK(make(moves, factors).weights() == "- 2 3 -");
    CHECK(make(moves, factors).dropped.too_light == 1);
}

TEST_CASE("book rules: names of weights") {
    CHECK(parse_weight_by("expected") == WeightBy::Expected);
    CHECK(parse_weight_by("wins") == WeightBy::Wins);
    CHECK(parse_weight_by("games") == WeightBy::Games);
    CHECK(parse_weight_by("rate") == WeightBy::Rate);
    CHECK(parse_weight_by("Elo") == WeightBy::Elo);
    CHECK(parse_weight_by("RECENCY") == WeightBy::Recency);
    CHECK_FALSE(parse_weight_by(""));
    CHECK_FALSE(parse_weight_by("win"));
}

TEST_CASE("book rules: Elo weighs against the position's mean") {
    const BookRules rules = all_moves(WeightBy::Elo);
    // Mean 2200: 200 above is 10^0.5 times, 200 below a 10^0.5th.
    CHECK(make({rated(stats(1, 5, 0, 0), 5, 2400), rated(stats(2, 5, 0, 0), 5, 2000)}, rules)
              .weights({1, 2}) == "65535 6554");
    // An unrated player counts with the mean.
    CHECK(make({rated(stats(1, 5, 0, 0), 5, 2400), rated(stats(2, 5, 0, 0), 5, 2000),
                stats(3, 5, 0, 0)},
               rules)
              .weights({1, 2, 3}) == "65535 6554 20724");
    CHECK(make({stats(1, 5, 0, 0), stats(2, 10, 0, 0)}, rules).weights({1, 2}) == "32768 65535");
    // More than 400 above or below makes no more difference.
    CHECK(make({rated(stats(1, 5, 0, 0), 5, 3500), rated(stats(2, 5, 0, 0), 5, 1000)}, rules)
              .weights({1, 2}) == "65535 655");
    // Not every game of a move has ratings: its mean is over those that have.
    CHECK(make({rated(stats(1, 5, 0, 0), 1, 2400), rated(stats(2, 5, 0, 0), 1, 2000)}, rules)
              .weights({1, 2}) == "65535 6554");
}

TEST_CASE("book rules: recency halves with every half-life") {
    BookRules rules = all_moves(WeightBy::Recency);
    const MoveStats now = dated(stats(1, 8, 0, 0), 2020);
    CHECK(make({now, dated(stats(2, 8, 0, 0), 2015), dated(stats(3, 8, 0, 0), 2010)}, rules)
              .weights({1, 2, 3}) == "65535 32768 16384");
    // Without a date: as old as the oldest of the position that has one.
    CHECK(
        make({now, stats(2, 8, 0, 0), dated(stats(3, 8, 0, 0), 2010)}, rules).weights({1, 2, 3}) ==
        "65535 16384 16384");
    CHECK(make({stats(1, 8, 0, 0), stats(2, 4, 0, 0)}, rules).weights({1, 2}) == "65535 32768");
    // Only the difference counts, and years after the reference year do not.
    for (const int year : {0, 2020, 2100}) {
        rules.reference_year = year;
        CHECK(make({now, dated(stats(2, 8, 0, 0), 2015)}, rules).weights({1, 2}) == "65535 32768");
    }
    rules.reference_year = 2020;
    CHECK(make({now, dated(stats(2, 8, 0, 0), 2091)}, rules).weights({1, 2}) == "65535 65535");
    // Rounded to 1, never to 0; so far back, that a double is at its end.
    rules.half_life_years = 1e-6;
    CHECK(make({now, dated(stats(2, 8, 0, 0), 1600)}, rules).weights({1, 2}) == "65535 1");
}

TEST_CASE("book rules: weights keep their ratios") {
    // fits
    CHECK(make({stats(1, 32767, 1, 0), stats(2, 0, 7, 0)}, all_moves()).weights({1, 2}) ==
          "65535 7");
    // 6.9999
    CHECK(make({stats(1, 32768, 0, 0), stats(2, 0, 7, 0)}, all_moves()).weights({1, 2}) ==
          "65535 7");
    // 3.5
    CHECK(make({stats(1, 65535, 0, 0), stats(2, 0, 7, 0)}, all_moves()).weights({1, 2}) ==
          "65535 4");
    CHECK(make({stats(1, 655350, 0, 0), stats(2, 0, 30, 0), stats(3, 0, 29, 0)}, all_moves())
              .weights({1, 2, 3}) == "65535 2 1"); // 1.5 and 1.45
    const std::uint64_t huge = 1ULL << 40U;
    CHECK(make({stats(1, huge, 0, 0), stats(2, huge / 2, 0, 0), stats(3, 1, 0, 0)}, all_moves())
              .weights({1, 2, 3}) == "65535 32768 1");
    // What is left out does not press upon the others.
    BookRules rules = all_moves();
    rules.white.min_score = 60;
    CHECK(make({stats(1, 100000, 0, 100000), stats(2, 8, 0, 2)}, rules).weights({1, 2}) == "- 16");
}

TEST_CASE("book rules: every rule counts its dropped moves, in order, and has examples") {
    BookRules rules;
    rules.white.min_score = 40;
    rules.white.top = 2;
    const std::vector<MoveStats> moves{stats(1, 2, 0, 0), stats(2, 0, 0, 9),  stats(3, 1, 0, 2),
                                       stats(4, 4, 0, 6), stats(5, 10, 0, 0), stats(6, 0, 30, 0),
                                       stats(7, 8, 0, 0)};
    Made made = make(moves, rules);
    CHECK(made.order() == "6 5");
    CHECK(made.dropped.min_games == 1);
    CHECK(made.dropped.no_points == 1);
    CHECK(made.dropped.min_score == 1);
    CHECK(made.dropped.top == 2);
    CHECK(made.dropped.too_light == 0);
    CHECK(made.left_out() == "//1/2/3//47/");

    rules.weight = WeightBy::Wins; // 5: 10, 7: 8, 4: 4, 6: 0
    CHECK(make(moves, rules).order() == "5 7");
    rules.white.top = 0;
    CHECK(make(moves, rules).order() == "5 7 4");
    CHECK(make(moves, rules).dropped.too_light == 1);
    CHECK(make(moves, rules).left_out() == "//1/2/3///6");
    rules.keep_losses = true;
    CHECK(make(moves, rules).weights({2, 6, 5}) == "- 0 10"); // move 2 has no 40 per cent
    rules.white.wanted = false;
    CHECK(make(moves, rules).dropped.colour == 7);
    CHECK(make(moves, rules).left_out() == "/645//////"); // those with the most games
    CHECK(make(moves, rules).positions == 0);
}

TEST_CASE("book rules: a move that only lost has the weight of the formula if losses count") {
    const MoveStats lost = stats(1, 0, 0, 9), won = stats(2, 9, 0, 0);
    CHECK(make({lost, won}, all_moves(WeightBy::Games)).weights({1, 2}) == "9 9");
    CHECK(make({lost}, all_moves(WeightBy::Games)).weights({1}) == "9");
    for (const WeightBy kind : {WeightBy::Expected, WeightBy::Elo, WeightBy::Recency}) {
        BookRules rules = all_moves(kind);
        CHECK(make({lost, won}, rules).dropped.no_points == 1);
        CHECK(make({lost}, rules).dropped.no_points == 1);
        rules.loss_factor = -1;
        CHECK(make({lost}, rules).dropped.no_points == 1);
        rules.loss_factor = 1;
        CHECK(make({lost, won}, rules).weights({1, 2}) ==
              (kind == WeightBy::Expected ? "9 18" : "32768 65535"));
        CHECK(make({lost}, rules).weights({1}) == (kind == WeightBy::Expected ? "9" : "65535"));
        rules.white.min_score = 10; // a rule of its own
        CHECK(make({lost, won}, rules).dropped.min_score == 1);
    }
    for (const WeightBy kind : {WeightBy::Wins, WeightBy::Rate}) {
        BookRules rules = all_moves(kind);
        rules.loss_factor = 1;
        CHECK(make({lost, won}, rules).dropped.no_points == 1);
        CHECK(make({lost}, rules).dropped.no_points == 1);
    }
}

TEST_CASE("book rules: moves without a point are kept with the weight of the formula if wanted") {
    for (const WeightBy kind : {WeightBy::Expected, WeightBy::Wins, WeightBy::Games, WeightBy::Rate,
                                WeightBy::Elo, WeightBy::Recency}) {
        const bool weighs = kind == WeightBy::Games || kind == WeightBy::Rate;
        BookRules rules = all_moves(kind);
        rules.keep_losses = true;
        const Made made = make({stats(1, 0, 0, 1), stats(2, 3, 0, 0)}, rules);
        CHECK(made.order() == "2 1");
        CHECK(made.entries[0].weight > 0);
        CHECK((made.entries[1].weight > 0) == weighs);
        // Nothing to divide by
        CHECK((make({stats(1, 0, 0, 9)}, rules).weights({1}) != "0") == weighs);
        rules.uniform = true;
        CHECK(make({stats(1, 0, 0, 9), stats(2, 3, 0, 0)}, rules).weights({1, 2}) == "1 1");
        CHECK(make({stats(1, 0, 0, 9)}, rules).weights({1}) == "1");
    }
    BookRules rate = all_moves(WeightBy::Rate);
    rate.keep_losses = true; // 1/3 and 2/3
    CHECK(make({stats(1, 0, 0, 1), stats(2, 1, 0, 0)}, rate).weights({1, 2}) == "32768 65535");
}

TEST_CASE("book rules: per colour") {
    BookRules rules = all_moves();
    rules.black.min_games = 3;
    rules.black.min_score = 50;
    MoveStats black = stats(1, 1, 0, 0);
    black.mover = Color::Black;
    CHECK(make({stats(1, 1, 0, 0)}, rules).weights({1}) == "2");
    CHECK(make({black}, rules).dropped.min_games == 1);
    black.losses = 2;
    CHECK(make({black}, rules).dropped.min_score == 1);
    black.draws = 1;
    CHECK(make({black}, rules).dropped.min_score == 1); // 3/8
    black.draws = 2;
    CHECK(make({black}, rules).dropped.min_score == 1); // 4/10
    black.wins = 2;
    CHECK(make({black}, rules).weights({1}) == "6"); // 6/12: as many will do
}

TEST_CASE("book rules: fewest games are counted in games, of which each may count twice") {
    BookRules rules;
    rules.white.min_games = 3;
    rules.counts_of_game = 2;
    CHECK(make({stats(1, 4, 0, 0)}, rules).dropped.min_games == 1);
    CHECK(make({stats(1, 5, 0, 0)}, rules).weights({1}) == "10"); // two games and a part of one
    rules.white.min_games = 1;
    CHECK(make({stats(1, 1, 0, 0)}, rules).weights({1}) == "2");
    rules.white.min_games = ~std::uint64_t{0};
    CHECK(make({stats(1, 6, 0, 0)}, rules).dropped.min_games == 1);
}

TEST_CASE("book rules: per cent as a user writes them") {
    // Debian's PolyGlot: 33.3 lets 2 of 6 half-points pass, 33.4 does not.
    const auto passes = [](const MoveStats& s, double min_score) {
        BookRules rules = all_moves();
        rules.white.min_score = min_score;
        return make({s}, rules).entries.size() == 1;
    };
    CHECK(passes(stats(1, 1, 0, 2), 33.3));
    CHECK_FALSE(passes(stats(1, 1, 0, 2), 33.4));
    // Of exactly so much, whatever the fraction is in binary
    for (int tenths = 1; tenths <= 1000; ++tenths) {
        const auto wins = static_cast<std::uint64_t>(tenths);
        CHECK(passes(stats(1, wins, 0, 1000 - wins), std::stod(std::to_string(tenths) + "e-1")));
        CHECK_FALSE(
            passes(stats(1, wins, 0, 1000 - wins), std::stod(std::to_string(tenths) + "01e-3")));
    }
}

TEST_CASE("book rules: the only move of a position") {
    const auto only = [](const MoveStats& move, const BookRules& rules) {
        return make({move}, rules).weights({1});
    };
    CHECK(only(stats(1, 3, 1, 2), all_moves(WeightBy::Expected)) == "7");
    CHECK(only(stats(1, 70000, 0, 0), all_moves(WeightBy::Expected)) == "65535");
    for (const WeightBy kind : {WeightBy::Rate, WeightBy::Elo, WeightBy::Recency})
        CHECK(only(dated(rated(stats(1, 1, 0, 5), 6, 2000), 1999), all_moves(kind)) == "65535");
    CHECK(make({stats(1, 0, 5, 2)}, all_moves(WeightBy::Wins)).dropped.too_light == 1);
    CHECK(make({stats(1, 0, 0, 2)}, all_moves(WeightBy::Expected)).dropped.no_points == 1);
    CHECK(make({stats(1, 0, 0, 2)}, all_moves(WeightBy::Expected)).positions == 0);
    BookRules rules = all_moves(WeightBy::Wins);
    rules.uniform = true;
    CHECK(only(stats(1, 9, 0, 0), rules) == "1");
    rules.keep_losses = true;
    CHECK(only(stats(1, 0, 5, 2), rules) == "1");
    CHECK(only(stats(1, 0, 0, 2), rules) == "1");
}

TEST_CASE("book rules: the same moves in any portions make the same book") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::vector<MoveStats> moves;
        for (std::uint64_t key = 1; moves.size() < 1500; ++key)
            for (std::uint64_t move = 0, count = random.below(4) > 0 ? 1 : random.below(4);
                 move < count; ++move) {
                MoveStats s =
                    stats(static_cast<std::uint16_t>(move), random.below(3), random.below(3),
                          random.below(9) > 0 ? random.below(3) : 200'000);
                s.key = key;
                s.mover = key % 3 == 0 ? Color::Black : Color::White;
                if (random.below(2) > 0) s = rated(s, s.games(), 1000 + random.below(2000));
                if (random.below(2) > 0)
                    s = dated(s, static_cast<std::uint16_t>(1900 + random.below(125)));
                moves.push_back(s);
            }
        BookRules rules = all_moves(static_cast<WeightBy>(seed % 6));
        rules.black.min_games = random.below(4);
        rules.black.wanted = random.below(4) > 0;
        rules.white.min_score = random.below(2) > 0 ? 30 : 0;
        rules.loss_factor = random.below(2) > 0 ? 0.5 : 0;
        rules.keep_losses = random.below(2) > 0;
        rules.uniform = random.below(4) == 0;
        rules.white.top = random.below(3);
        rules.black.min_share = random.below(2) > 0 ? 20 : 0;
        const Made one_by_one = make(moves, rules);

        std::vector<RawEntry> entries;
        BookMaker maker(rules, [&](std::span<const RawEntry> more) {
            entries.insert(entries.end(), more.begin(), more.end());
        });
        for (std::span<const MoveStats> rest(moves); !rest.empty();) {
            const std::size_t count = std::min<std::size_t>(rest.size(), random.below(20));
            maker.add(rest.first(count));
            rest = rest.subspan(count);
        }
        maker.finish();
        CHECK((entries == one_by_one.entries));
        CHECK(maker.moves() == moves.size());
        CHECK(maker.positions() == one_by_one.positions);
        CHECK(maker.entries() == entries.size());
        const DroppedMoves a = sum_of(maker.dropped()), &b = one_by_one.dropped;
        CHECK(a.colour == b.colour);
        CHECK(a.min_games == b.min_games);
        CHECK(a.no_points == b.no_points);
        CHECK(a.min_score == b.min_score);
        CHECK(a.min_share == b.min_share);
        CHECK(a.top == b.top);
        CHECK(a.too_light == b.too_light);
    }
}

TEST_CASE("book rules: a share of the position's games, and other limits for one colour") {
    BookRules rules = all_moves();
    rules.white.min_share = 25;
    std::vector<MoveStats> moves{stats(1, 60, 0, 0), stats(2, 25, 0, 0), stats(3, 15, 0, 9)};
    CHECK(make(moves, rules).order() == "1");
    CHECK(make(moves, rules).dropped.min_share == 2); // 25 of 109 games are less than 25 %
    rules.white.min_share = 22;
    CHECK(make(moves, rules).order() == "1 2 3"); // 24 of 109: 22.02 %
    // Moves that other rules leave out count as well.
    rules.white.min_games = 25;
    rules.white.min_share = 50;
    CHECK(make(moves, rules).order() == "1");
    CHECK(make(moves, rules).dropped.min_games == 1);
    // The only move of a position has all its games.
    rules.white.min_share = 100;
    CHECK(make({moves[0]}, rules).order() == "1");

    rules = all_moves();
    rules.white.min_share = 100;
    rules.black.top = 1;
    for (MoveStats& move : moves)
        move.mover = Color::Black;
    CHECK(make(moves, rules).order() == "1");
    CHECK(make(moves, rules).dropped.top == 2);
}

TEST_CASE("book rules: top and uniform") {
    BookRules rules = all_moves();
    rules.white.top = 2;
    // Equal weights: more games first, then the lower move.
    CHECK(make({stats(1, 2, 0, 0), stats(2, 0, 4, 0), stats(3, 2, 0, 5), stats(4, 2, 0, 0)}, rules)
              .order() == "2 3");
    CHECK(make({stats(1, 2, 0, 0), stats(2, 2, 0, 0), stats(3, 2, 0, 0)}, rules).order() == "1 2");
    rules.uniform = true; // the heaviest, then made equal
    CHECK(make({stats(1, 2, 0, 0), stats(2, 9, 0, 0), stats(3, 7, 0, 0)}, rules).order() == "2 3");
    CHECK(
        make({stats(1, 2, 0, 0), stats(2, 7, 0, 0), stats(3, 9, 0, 0)}, rules).weights({1, 2, 3}) ==
        "- 1 1");
    // By each position for itself.
    MoveStats other = stats(1, 1, 0, 0);
    other.key = 2;
    const Made made = make({stats(1, 2, 0, 0), stats(2, 7, 0, 0), stats(3, 9, 0, 0), other}, rules);
    CHECK(made.entries.size() == 3);
    CHECK(made.entries[2].key == 2);
    CHECK(made.positions == 2);
}

TEST_CASE("book rules: properties of any position") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto below = [&](std::uint64_t limit) { return random.below(limit); };
        std::vector<MoveStats> moves;
        const std::uint64_t scale = 1 + below(100000);
        for (std::uint16_t move = 1; move <= 12; ++move) {
            MoveStats s = stats(move, below(scale), below(scale), below(scale));
            if (below(3) > 0) s = rated(s, s.games(), 1000 + below(2000));
            if (below(3) > 0) s = dated(s, static_cast<std::uint16_t>(1900 + below(125)));
            moves.push_back(s);
        }
        for (const WeightBy kind : {WeightBy::Expected, WeightBy::Wins, WeightBy::Games,
                                    WeightBy::Rate, WeightBy::Elo, WeightBy::Recency}) {
            BookRules rules = all_moves(kind);
            const Made made = make(moves, rules);
            for (std::size_t i = 1; i < made.entries.size(); ++i) {
                const RawEntry& a = made.entries[i - 1];
                const RawEntry& b = made.entries[i];
                CHECK((a.weight > b.weight || (a.weight == b.weight && a.move < b.move)));
            }
            CHECK((made.entries.empty() || made.entries.back().weight >= 1));
            // One more win never makes a move lighter against its neighbours.
            std::vector<MoveStats> better = moves;
            MoveStats& first = better.front();
            ++first.wins;
            if (first.rated_games > 0)
                first = rated(first, first.games(), first.elo_sum / first.rated_games);
            if (kind == WeightBy::Elo) continue; // it moves the position's mean too
            const Made after = make(better, rules);
            const auto share = [](const Made& m) {
                double sum = 0;
                double own = 0;
                for (const RawEntry& entry : m.entries) {
                    sum += entry.weight;
                    if (entry.move == 1) own = entry.weight;
                }
                return sum > 0 ? own / sum : 0;
            };
            CHECK(share(after) >= share(made) - 12 * 0.5 / 65535);
            // A smaller top is the beginning of a larger one.
            rules.white.top = 5;
            const Made five = make(moves, rules);
            rules.white.top = 3;
            const Made three = make(moves, rules);
            CHECK(three.entries.size() <= five.entries.size());
            for (const RawEntry& entry : three.entries)
                CHECK(std::find_if(five.entries.begin(), five.entries.end(),
                                   [&](const RawEntry& e) { return e.move == entry.move; }) !=
                      five.entries.end());
        }
    }
}

TEST_CASE("book rules: the example in docs/make-book.md is correct") {
    std::ifstream docs(POLYGLOT_SOURCE_DIR "/docs/make-book.md");
    constexpr std::size_t first_kind = 6; // columns: move W D L Elo year, then the kinds
    std::vector<WeightBy> kinds;
    std::vector<MoveStats> moves;
    std::vector<std::vector<std::string>> rows; // the kinds' columns
    for (std::string line; std::getline(docs, line);) {
        std::vector<std::string> cells;
        std::istringstream in(line);
        for (std::string cell; std::getline(in, cell, '|');) {
            std::erase_if(cell, [](char c) { return c == ' ' || c == '`'; });
            cells.push_back(cell);
        }
        if (cells.size() != 1 + first_kind + 6) continue;
        cells.erase(cells.begin()); // before the first bar
        const auto count = [&](std::size_t column) {
            return cells[column].empty() ? 0 : std::stoull(cells[column]);
        };
        if (cells[0] == "move") {
            for (std::size_t i = first_kind; i < cells.size(); ++i)
                kinds.push_back(parse_weight_by(cells[i]).value());
        } else if (cells[0] != "---") {
            MoveStats s =
                stats(static_cast<std::uint16_t>(moves.size()), count(1), count(2), count(3));
            if (count(4) > 0) s = rated(s, s.games(), count(4));
            moves.push_back(dated(s, static_cast<std::uint16_t>(count(5))));
            rows.emplace_back(cells.begin() + first_kind, cells.end());
        }
    }
    REQUIRE(kinds.size() == 6);
    REQUIRE(moves.size() >= 6);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const Made made = make(moves, all_moves(kinds[kind]));
        for (std::size_t move = 0; move < moves.size(); ++move)
            CHECK(made.weights({static_cast<std::uint16_t>(move)}) == rows[move][kind]);
    }
}

} // namespace polyglot::book
