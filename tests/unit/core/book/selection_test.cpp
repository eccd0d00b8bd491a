#include "core/book/selection.hpp"
#include "core/text/figures.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <map>
#include <string>

using namespace polyglot;
using book::Entry;
using book::Policy;

namespace {

chess::Move move(std::string_view text) {
    const auto found = chess::parse_uci_move(chess::Position::start(), text);
    REQUIRE(found.has_value());
    return *found;
}

std::string name(const std::optional<chess::Move>& chosen) {
    return chosen ? chess::format_uci_move(*chosen) : "-";
}

std::string best(const std::vector<Entry>& entries, Policy policy = {}) {
    policy.random = false;
    Random random(1);
    return name(book::choose(book::rate(entries, policy), policy, random));
}

std::vector<int> shares(const std::vector<Entry>& entries, const Policy& policy = {}) {
    std::vector<int> result;
    for (const auto& c : book::rate(entries, policy))
        result.push_back(c.share);
    return result;
}

// Pearson's statistic of how often each move was drawn against how often it should have been.
double chi_square(const std::vector<Entry>& entries, const Policy& policy, int draws,
                  const std::map<std::string, double>& expected) {
    const auto candidates = book::rate(entries, policy);
    Random random(42);
    std::map<std::string, int> seen;
    for (int i = 0; i < draws; ++i)
        ++seen[name(book::choose(candidates, policy, random))];
    double sum = 0;
    for (const auto& [text, probability] : expected) {
        const double wanted = probability * draws;
        sum += (seen[text] - wanted) * (seen[text] - wanted) / wanted;
    }
    CHECK(seen.size() == expected.size()); // nothing else was drawn
    return sum;
}

} // namespace

TEST_CASE(
    "shares are in 1/10000 of all weight, rounded down, entries that are not legal included") {
    CHECK(shares({}).empty());
    CHECK(shares({{move("e2e4"), 1}, {move("d2d4"), 2}}) == std::vector{3333, 6666});
    CHECK(shares({{chess::Move{}, 9000}, {move("d2d4"), 40}, {move("c2c3"), 960}}) ==
          std::vector{9000, 40, 960});
    CHECK(shares({{move("e2e4"), 0}, {move("d2d4"), 0}}) == std::vector{0, 0});
    CHECK(shares({{move("e2e4"), 0xffffffff}, {move("d2d4"), 0xffffffff}}) ==
          std::vector{5000, 5000});
}

TEST_CASE("a move is playable above the threshold, not at it") {
    const std::vector<Entry> at{{move("a2a3"), 5}, {move("b2b3"), 995}};
    const std::vector<Entry> above{{move("a2a3"), 51}, {move("b2b3"), 9949}};
    CHECK_FALSE(book::rate(at, {})[0].playable);
    CHECK(book::rate(at, {})[1].playable);
    CHECK(book::rate(above, {})[0].playable);
    CHECK(book::rate(at, {.threshold_per_mil = 0})[0].playable);
    // share 0 is never played, with no threshold either
    CHECK_FALSE(book::rate({{move("a2a3"), 1}, {move("b2b3"), 65535}}, {.threshold_per_mil = 0})[0]
                    .playable);
    CHECK(best(at, {.threshold_per_mil = 1000}) == "-");
    CHECK_FALSE(book::rate({{chess::Move{}, 10}, {move("b2b3"), 10}}, {})[0].playable);
}

TEST_CASE("best is the highest weight and the first of equals") {
    CHECK(best({{move("a2a3"), 7}, {move("b2b3"), 9}, {move("c2c3"), 8}}) == "b2b3");
    CHECK(best({{move("a2a3"), 7}, {move("b2b3"), 7}}) == "a2a3");
    // Equal shares after rounding, but not equal weights: as PolyGlot, which compares weights.
    std::vector<Entry> close{{move("a2a3"), 10001}, {move("b2b3"), 10002}};
    for (int i = 0; i < 20; ++i)
        close.push_back({move("c2c3"), 9000});
    REQUIRE(shares(close)[0] == shares(close)[1]);
    CHECK(best(close) == "b2b3");
    CHECK(best({{chess::Move{}, 100}, {move("b2b3"), 7}}) == "b2b3");
}

TEST_CASE("no move when nothing can be played") {
    for (const bool random : {false, true}) {
        Random generator(1);
        const Policy policy{.random = random};
        CHECK(name(book::choose(book::rate({}, policy), policy, generator)) == "-");
        CHECK(name(book::choose(book::rate({{move("e2e4"), 0}, {move("d2d4"), 0}}, policy), policy,
                                generator)) == "-");
        CHECK(name(book::choose(book::rate({{chess::Move{}, 9}}, policy), policy, generator)) ==
              "-");
    }
}

TEST_CASE("the draw follows the shares of the playable moves") {
    // 3 degrees of freedom: 16.3 is exceeded once in a thousand seeds, and this seed is fixed.
    const std::vector<Entry> plain{
        {move("e2e4"), 50}, {move("d2d4"), 30}, {move("c2c4"), 15}, {move("g1f3"), 5}};
    CHECK(chi_square(plain, {}, 100'000,
                     {{"e2e4", .5}, {"d2d4", .3}, {"c2c4", .15}, {"g1f3", .05}}) < 16.3);
    // Below the threshold and not legal: never drawn, the others keep their proportion.
    const std::vector<Entry> some{
        {move("e2e4"), 600}, {chess::Move{}, 200}, {move("d2d4"), 195}, {move("a2a3"), 5}};
    CHECK(chi_square(some, {}, 100'000, {{"e2e4", 600.0 / 795}, {"d2d4", 195.0 / 795}}) < 10.8);
    // 199 entries of 1.91/10000 each count as 1/10000 each: PolyGlot draws by rounded shares (2.0
    // %, not 3.8 %).
    std::vector<Entry> tiny{{move("e2e4"), 20100}};
    for (int i = 0; i < 199; ++i)
        tiny.push_back({move("d2d4"), 4});
    CHECK(chi_square(tiny, {.threshold_per_mil = 0}, 100'000,
                     {{"e2e4", 9619.0 / 9818}, {"d2d4", 199.0 / 9818}}) < 10.8);
}

TEST_CASE("the same seed draws the same moves") {
    const auto candidates = book::rate({{move("e2e4"), 1}, {move("d2d4"), 1}}, {});
    Random a(7);
    Random b(7);
    Random c(8);
    int same = 0;
    for (int i = 0; i < 64; ++i) {
        const auto from_a = book::choose(candidates, {}, a);
        CHECK(from_a == book::choose(candidates, {}, b));
        same += from_a == book::choose(candidates, {}, c) ? 1 : 0;
    }
    CHECK(same < 64);
}

TEST_CASE("learning weighs by result, keeps fractions and survives fields that cannot be") {
    const Policy learning{.learning = {.policy = book::LearnPolicy::Polyglot}};
    // The values Debian's polyglot draws by: w 1, n 4, sum 2 is 0.6; sum 6 is 1.67; w 3, n 100, sum
    // 60 is 1.33.
    CHECK(shares({{move("a2a3"), 1, 4, 2}, {move("b2b3"), 1}}, learning) ==
          std::vector{3748, 6251});
    CHECK(shares({{move("a2a3"), 1, 4, 6}, {move("b2b3"), 1}}, learning) ==
          std::vector{6249, 3750});
    CHECK(shares({{move("a2a3"), 3, 100, 60}, {move("b2b3"), 1}}, learning) ==
          std::vector{5713, 4286});
    CHECK(shares({{move("a2a3"), 1, 4, 2}, {move("b2b3"), 1}}) == std::vector{5000, 5000});
    CHECK(best({{move("a2a3"), 1, 4, 2}, {move("b2b3"), 1}}, learning) == "b2b3");
    CHECK(best({{move("a2a3"), 1, 4, 6}, {move("b2b3"), 1}}, learning) == "a2a3");
    for (const std::uint16_t sum :
         {std::uint16_t{21}, std::uint16_t{24}, std::uint16_t{30}, std::uint16_t{65535}})
        CHECK(shares({{move("a2a3"), 1, 10, sum}, {move("b2b3"), 1}}, learning) ==
              std::vector{5000, 5000});
}

TEST_CASE("PolyGlot's formula with more games than its fields can hold") {
    const Policy learning{.threshold_per_mil = 0,
                          .learning = {.policy = book::LearnPolicy::Polyglot}};
    // 2^32 - 1 games of weight 2^32 - 1 that scored half, against one never played.
    CHECK(shares({{move("a2a3"), 0xffffffff, 0xffffffff, 0xffffffff}, {move("b2b3"), 0xffffffff}},
                 learning) == std::vector{4999, 5000});
    CHECK(shares({{move("a2a3"), 1, 0x7fffffff, 0xfffffffe}, {move("b2b3"), 1}}, learning)[0] ==
          9999);
    CHECK(shares({{move("a2a3"), 1, 0xffffffff, 0}, {move("b2b3"), 1}}, learning)[1] == 10000);
}

TEST_CASE("a hundred thousand of the heaviest entries do not overflow") {
    for (const std::uint32_t weight : {65535U, 0xffffffffU}) {
        for (const std::uint32_t games : {32767U, 0x7fffffffU}) {
            std::vector<Entry> many(100'000, Entry{move("e2e4"), weight, games, 2 * games});
            many.push_back({move("d2d4"), weight, games, 2 * games});
            for (const auto policy : {book::LearnPolicy::RecordOnly, book::LearnPolicy::Polyglot,
                                      book::LearnPolicy::Thompson, book::LearnPolicy::Ucb}) {
                const auto candidates =
                    book::rate(many, {.threshold_per_mil = 0, .learning = {.policy = policy}});
                CHECK(candidates.front().share == 0); // 10000/100001
                const std::string results = " (" + text::counted(games, "game") + ", 100.0%)";
                CHECK(book::format_shares(candidates) ==
                      "e2e4 100.0%" + results + " d2d4 0.0%" + results);
            }
        }
    }
}

TEST_CASE("shares for display are the probabilities of the draw") {
    const std::vector<Entry> entries{
        {move("e2e4"), 444}, {move("d2d4"), 371}, {move("g1f3"), 96}, {move("c2c4"), 89}};
    const auto text = [&entries](const Policy& policy) {
        return book::format_shares(book::rate(entries, policy));
    };
    CHECK(text({}) == "e2e4 44.4% d2d4 37.1% g1f3 9.6% c2c4 8.9%");
    CHECK(text({.top_n = 2}) == "e2e4 54.5% d2d4 45.5%");
    CHECK(text({.threshold_per_mil = 90}) == "e2e4 48.7% d2d4 40.7% g1f3 10.5%");
    CHECK(text({.variety = 0}) == "e2e4 100.0%");
    CHECK(text({.top_n = 2, .variety = 100}) == "e2e4 50.0% d2d4 50.0%");
    const Policy policy{.threshold_per_mil = 80, .top_n = 3, .variety = 40};
    const auto candidates = book::rate(entries, policy);
    CHECK(book::format_shares(candidates) == "e2e4 53.6% d2d4 41.0% g1f3 5.4%");
    CHECK(chi_square(entries, policy, 100'000,
                     {{"e2e4", .5364}, {"d2d4", .4097}, {"g1f3", .0539}}) < 13.8);
    // An entry is drawn by its rounded share, as in PolyGlot.
    std::vector<Entry> tiny{{move("e2e4"), 20100}};
    for (int i = 0; i < 199; ++i)
        tiny.push_back({move("d2d4"), 4});
    CHECK(book::format_shares(book::rate(tiny, {.threshold_per_mil = 0})) ==
          "e2e4 98.0% d2d4 2.0%");
}

TEST_CASE("shares for display: sorted, merged, rounded, cut") {
    const auto text = [](const std::vector<Entry>& entries, std::size_t max_moves = 12) {
        return book::format_shares(book::rate(entries, {}), chess::CastlingStyle::KingTwoSquares,
                                   max_moves);
    };
    CHECK(text({{move("d2d4"), 380}, {move("e2e4"), 421}, {move("c2c4"), 199}}) ==
          "e2e4 42.1% d2d4 38.0% c2c4 19.9%");
    CHECK(text({{move("d2d4"), 1}, {move("e2e4"), 1}, {move("d2d4"), 1}}) ==
          "d2d4 66.7% e2e4 33.3%");
    // No other can be drawn
    CHECK(text({{chess::Move{}, 50}, {move("e2e4"), 50}}) == "e2e4 100.0%");
    CHECK(text({{move("d2d4"), 3}, {move("e2e4"), 2}, {move("c2c4"), 1}}, 2) ==
          "d2d4 50.0% e2e4 33.3% …");
    CHECK(text({{move("d2d4"), 0}, {move("e2e4"), 0}}) == "d2d4 0.0% e2e4 0.0%");
    CHECK(text({}).empty());
    // What is never played is left out, whatever its results.
    CHECK(text({{move("d2d4"), 0}, {move("e2e4"), 999}, {move("c2c4"), 1}}) == "e2e4 100.0%");
    CHECK(text({{move("d2d4"), 0, 1, 0}, {move("e2e4"), 999}}) == "e2e4 100.0%");
    // With the results that are known; of two entries of a move those of the one that knows more.
    CHECK(text({{move("d2d4"), 1, 1, 1}, {move("e2e4"), 1, 12, 14}}) ==
          "d2d4 50.0% (1 game, 50.0%) e2e4 50.0% (12 games, 58.3%)");
    CHECK(text({{move("d2d4"), 1, 3, 0}, {move("d2d4"), 2, 40, 1}}) ==
          "d2d4 100.0% (40 games, 1.3%)");
    // No results
    CHECK(text({{move("d2d4"), 1, 3, 7}, {move("e2e4"), 1, 0, 9}}) == "d2d4 50.0% e2e4 50.0%");
    CHECK(book::format_results({.move = {}, .games = 0xffffffff, .half_points = 0xffffffff}) ==
          "4,294,967,295 games, 50.0%");
    CHECK(book::format_results({}).empty());

    const auto position = test::position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const auto castling =
        book::rate({{book::decode_move(test::raw_move("e1g1"), position), 1}}, {});
    CHECK(book::format_shares(castling) == "e1g1 100.0%");
    CHECK(book::format_shares(castling, chess::CastlingStyle::KingTakesRook) == "e1h1 100.0%");
}
