#include "core/book/arena/weights.hpp"
#include "core/chess/fen.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"

#include <cmath>
#include <tuple>

using namespace polyglot;
using book::AbkHeader;
using book::AbkMove;
using chess::Color;
using Weights = std::vector<std::uint32_t>;

namespace {

constexpr double whole = book::whole_abk_weight;

// priority, games, White's wins and losses
AbkMove move(int priority, std::uint32_t games, std::uint32_t wins = 0, std::uint32_t losses = 0) {
    return {.key = 1,
            .counts = {games, wins, losses},
            .move = {},
            .priority = static_cast<std::uint8_t>(priority)};
}

AbkHeader importances(std::uint32_t priority, std::uint32_t games, std::uint32_t score) {
    AbkHeader header;
    header.importance_of_priority = priority;
    header.importance_of_games = games;
    header.importance_of_score = score;
    return header;
}

void check_shares(const AbkHeader& header, const std::vector<AbkMove>& moves,
                  const std::vector<double>& shares, Color mover = Color::White) {
    const Weights weights = book::abk_weights(header, mover, 0, moves);
    REQUIRE(weights.size() == shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i)
        CHECK(weights[i] / whole == doctest::Approx(shares[i]).epsilon(1e-5));
}

} // namespace

TEST_CASE("one importance: the share is that of the scaled numbers") {
    const std::vector<AbkMove> moves{move(1, 300), move(4, 100)};
    check_shares(importances(0, 3, 0), moves, {0.75, 0.25});
    check_shares(importances(0, 9, 0), moves, {9.0 / 10, 1.0 / 10}); // squares: 1 + (9 - 3) / 6 = 2
    check_shares(importances(0, 15, 0), moves, {27.0 / 28, 1.0 / 28});
    check_shares(importances(0, 16, 0), moves, {27.0 / 28, 1.0 / 28}); // 15 is the highest
    check_shares(importances(0, 0xffffffff, 0), moves, {27.0 / 28, 1.0 / 28});
    const double one = std::pow(3, 0.66), two = std::pow(3, 0.86);
    check_shares(importances(0, 1, 0), moves, {one / (one + 1), 1 / (one + 1)});
    check_shares(importances(0, 2, 0), moves, {two / (two + 1), 1 / (two + 1)});
    check_shares(importances(3, 0, 0), moves, {0.2, 0.8});
}

TEST_CASE("the score is the mover's, half of a draw") {
    // 0.7, 0.3, unknown
    const std::vector<AbkMove> moves{move(5, 10, 6, 2), move(5, 10, 1, 5), move(5, 0)};
    check_shares(importances(0, 0, 3), moves, {0.7 / 1.5, 0.3 / 1.5, 0.5 / 1.5});
    check_shares(importances(0, 0, 3), moves, {0.3 / 1.5, 0.7 / 1.5, 0.5 / 1.5}, Color::Black);
    // more results than games
    check_shares(importances(0, 0, 3), {move(5, 1, 3, 1), move(5, 0, 1, 3)}, {0.75, 0.25});
}

TEST_CASE("importances together: e^(0.624 i) each, the score 1.4 times") {
    const std::vector<AbkMove> moves{move(9, 100, 10, 70), move(3, 300, 270, 30)};
    const double p = std::exp(0.624 * 3), n = std::exp(0.624 * 4), s = 1.4 * std::exp(0.624 * 3);
    const double n1 = std::pow(100, 7.0 / 6), n2 = std::pow(300, 7.0 / 6);
    const double first = p * 0.75 + n * n1 / (n1 + n2) + s * 0.2 / 1.1;
    check_shares(importances(3, 4, 3), moves, {first / (p + n + s), 1 - first / (p + n + s)});
}

TEST_CASE("minimums leave moves out, unless nothing matters") {
    AbkHeader header = importances(0, 3, 0);
    const std::vector<AbkMove> moves{move(5, 30, 20, 5), move(5, 20, 4, 15), move(5, 10, 2, 2),
                                     move(0, 1000, 999, 0)};
    check_shares(header, moves, {0.5, 1.0 / 3, 1.0 / 6, 0});
    header.min_games = 20;
    check_shares(header, moves, {0.6, 0.4, 0, 0});
    header.min_games = 31;
    check_shares(header, moves, {0, 0, 0, 0});
    header.min_games = 0;
    header.min_wins = 4;
    check_shares(header, moves, {0.6, 0.4, 0, 0});
    check_shares(header, moves, {0.6, 0.4, 0, 0}, Color::Black); // 5, 15, 2 won
    header.min_wins = 5;
    check_shares(header, moves, {1, 0, 0, 0});
    header.min_wins = 0;
    header.min_white_per_cent = 20; // 66, 20, 20
    check_shares(header, moves, {0.5, 1.0 / 3, 1.0 / 6, 0});
    header.min_white_per_cent = 21;
    header.min_black_per_cent = 75; // 16, 75, 20
    check_shares(header, moves, {1, 0, 0, 0});
    check_shares(header, moves, {0, 1, 0, 0}, Color::Black);
    header.min_white_per_cent = 0xffffffff; // 100
    check_shares(header, {move(5, 30, 30, 0), move(5, 30, 29, 0), move(5, 0)}, {1, 0, 0});

    header.importance_of_games = 0;
    check_shares(header, moves, {1.0 / 3, 1.0 / 3, 1.0 / 3, 0});
}

TEST_CASE("nothing distinguishes the moves: all equal") {
    check_shares(importances(0, 5, 0), {move(5, 0), move(3, 0), move(0, 0)}, {0.5, 0.5, 0});
    check_shares(importances(0, 5, 0), {move(5, 0), move(3, 1)}, {0, 1});
    check_shares(importances(0, 5, 0), {move(0, 0), move(0, 1)}, {0, 0});
    CHECK(book::abk_weights(importances(1, 1, 1), Color::White, 0, {}).empty());
}

TEST_CASE("no weight is rounded to 0, and no weight overflows") {
    const Weights weights =
        book::abk_weights(importances(0, 15, 0), Color::White, 0,
                          std::vector{move(255, 0xffffffff), move(1, 1), move(1, 0)});
    CHECK((weights == Weights{book::whole_abk_weight, 1, 0}));
}

TEST_CASE("the book is used to a half-move of the game") {
    const std::vector<AbkMove> moves{move(5, 1)};
    AbkHeader header;
    for (const auto& [limit, ply, played] :
         {std::tuple(16U, 15U, true), std::tuple(16U, 16U, false), std::tuple(1U, 0U, true),
          std::tuple(1U, 1U, false), std::tuple(0U, 500U, true), std::tuple(9999U, 9998U, true),
          std::tuple(9999U, 9999U, false)}) {
        header.max_ply = limit;
        CHECK((book::abk_weights(header, Color::White, ply, moves)[0] > 0) == played);
    }
    // The position's own move number says which half-move it is.
    auto tree = test::abk_line({"e2e4", "e7e5", "g1f3"});
    tree.header.max_ply = 2;
    const book::AbkBook book = test::open_abk(tree);
    const auto weight = [&book](const char* fen) {
        const auto entries = book.find(*chess::parse_fen(fen));
        REQUIRE(entries.size() == 1);
        return entries[0].weight;
    };
    CHECK(weight("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 0);
    CHECK(weight("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") > 0);
    CHECK(weight("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2") == 0);
    CHECK(weight("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2") == 0);
}
