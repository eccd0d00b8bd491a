#include "core/chess/fen.hpp"
#include "tools/make_book/game_judge.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

// The comment of each move.
GameJudge judge_game(const JudgeRules& rules, const std::vector<std::string_view>& comments,
                     chess::Color first = chess::Color::White) {
    GameJudge judge(rules);
    judge.begin(first, first == chess::Color::White);
    for (std::size_t ply = 0; ply < comments.size(); ++ply)
        judge.read(comments[ply], ply);
    ValueTally tally;
    judge.end(pgn::Outcome::Draw, tally);
    return judge;
}

TEST_CASE("[%eval]: White's view, of the position after the move") {
    const JudgeRules rules{.max_loss = {100, 100}};
    const GameJudge judge =
        judge_game(rules, {"[%eval 0.30]", "[%eval 1.80]", "[%eval -0.20]", "[%eval -0.10]"});
    CHECK(judge.loss(0) == -15); // the start position has 0.15
    CHECK(judge.loss(1) == 150);
    CHECK(judge.is_mistake(1));
    CHECK(judge.loss(2) == 200);
    CHECK(judge.is_mistake(2));
    CHECK(judge.loss(3) == 10);
    CHECK_FALSE(judge.is_mistake(3));
    CHECK(judge.loss(4) == 0); // nothing is known of it
}

TEST_CASE("the value of a search is that of the position before the move, in the mover's view") {
    const JudgeRules rules{.max_loss = {100, 100}};
    // White expects +0.30 and loses a piece; Black sees +3.00 and returns half of it.
    const GameJudge judge =
        judge_game(rules, {"+0.30/14 1s", "+3.00/15 1s", "-1.50/15 1s", "+1.50/16 1s"});
    CHECK(judge.loss(0) == 330);
    CHECK(judge.loss(1) == 150);
    CHECK(judge.loss(2) == 0);
    CHECK(judge.loss(3) == 0);
}

TEST_CASE("wv= and ev= are in White's view") {
    const JudgeRules rules{.max_loss = {100, 100}};
    const GameJudge judge =
        judge_game(rules, {"d=1, wv=0.30, x", "d=1, wv=-3.00, x", "d=1, wv=-1.50, x"});
    CHECK(judge.loss(0) == 330);
    CHECK(judge.loss(1) == 150);
}

TEST_CASE("a limit for one colour; a game from a position with Black to move") {
    const JudgeRules rules{.max_loss = {std::nullopt, 100}};
    const GameJudge judge =
        judge_game(rules, {"[%eval 0.30]", "[%eval -1.80]", "[%eval 1.00]"}, chess::Color::Black);
    CHECK(judge.loss(0) == 0); // the value of the start position is unknown
    CHECK(judge.loss(1) == 210);
    CHECK_FALSE(judge.is_mistake(1)); // White's
    CHECK(judge.loss(2) == 280);
    CHECK(judge.is_mistake(2));
}

TEST_CASE("a game that is won stays won: mates and large values count as ten pawns") {
    const JudgeRules rules{.max_loss = {50, 50}};
    const GameJudge judge = judge_game(
        rules, {"[%eval 12.00]", "[%eval #4]", "[%eval 10.50]", "[%eval 9.00]", "[%eval #-1]"});
    CHECK(judge.loss(1) == 0);
    CHECK(judge.loss(2) == 0);
    CHECK(judge.loss(3) == -100);
    CHECK(judge.loss(4) == 1900);
}

TEST_CASE("a line ends in the first position outside -min-eval and -max-eval") {
    const JudgeRules rules{.min_eval = -300, .max_eval = 300};
    const GameJudge judge =
        judge_game(rules, {"[%eval 3.00]", "[%eval 3.01]", "[%eval -3.01]", "[%eval #-3]"});
    CHECK_FALSE(judge.is_decided(0));
    CHECK_FALSE(judge.is_decided(1));
    CHECK(judge.is_decided(2));
    CHECK(judge.is_decided(3));
    CHECK(judge.is_decided(4));
    CHECK_FALSE(judge.is_decided(5));
}

TEST_CASE("absurd values are counted, and values that contradict the results are named") {
    const JudgeRules rules{.max_loss = {100, 100}};
    GameJudge judge(rules);
    ValueTally tally;
    for (int game = 0; game < 12; ++game) {
        judge.begin(chess::Color::White, true);
        judge.read("+9.00/12 1s", 0);
        judge.read("+9.00/12 1s", 1); // Black's view: good for Black
        judge.read("+999.00/12 1s", 2);
        judge.end(game < 3 ? pgn::Outcome::BlackWins : pgn::Outcome::WhiteWins, tally);
    }
    CHECK(tally.read == 36);
    CHECK(tally.absurd == 12);
    REQUIRE(contradictions(tally).size() == 1);
    CHECK(contradictions(tally)[0] ==
          "values like +0.31/14 (read in the mover's view) contradict the result of 9 of 12 games: "
          "they may be in another view");
    tally.for_winner[1] = 9;
    CHECK(contradictions(tally).empty());
}

TEST_CASE("the three worst mistakes of each side, whatever the order of the games") {
    WorstMistakes worst;
    for (const int loss : {100, 300, 200, 400}) {
        CHECK(worst.wants(chess::Color::White, loss));
        worst.add(chess::Color::White, {loss, "b"});
    }
    CHECK_FALSE(worst.wants(chess::Color::White, 199));
    CHECK(worst.wants(chess::Color::Black, 0));
    WorstMistakes other;
    other.add(chess::Color::White, {200, "a"});
    other.add(chess::Color::Black, {50, "c"});
    worst += other;
    REQUIRE(worst.of[0].size() == 3);
    CHECK(worst.of[0][0].loss == 400);
    CHECK(worst.of[0][2].loss == 200);
    CHECK(worst.of[0][2].text == "a");
    CHECK(worst.of[1].size() == 1);
}

} // namespace
} // namespace polyglot::tools
