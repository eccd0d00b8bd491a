#include "adapter/session/xboard_gui/learn_judge.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using chess::Color;
using session::GameRecord;
using session::LearnJudge;

namespace {

GameRecord record_of(std::initializer_list<std::string_view> moves) {
    GameRecord record;
    for (const std::string_view text : moves)
        record.push(*chess::parse_uci_move(record.game()->position(), text),
                    chess::CastlingStyle::KingTwoSquares, false);
    return record;
}

} // namespace

TEST_CASE("learn judge: the colour whose moves are all ours, with the result from its side") {
    const GameRecord record = record_of({"e2e4", "e7e5"});
    struct Case {
        Color gui;
        std::string_view score;
        int half_points;
    };
    for (const Case& c : {Case{Color::White, "1-0", 0}, Case{Color::White, "0-1", 2},
                          Case{Color::White, "1/2-1/2", 1}, Case{Color::Black, "1-0", 2},
                          Case{Color::Black, "0-1", 0}}) {
        CAPTURE(c.score);
        LearnJudge judge;
        judge.on_gui_move(c.gui);
        const auto verdict = judge.judge(record, c.score);
        REQUIRE(verdict.has_value());
        CHECK(verdict->color == ~c.gui);
        CHECK(verdict->half_points == c.half_points);
        CHECK(judge.is_learnt());
    }
}

TEST_CASE("learn judge: White's moves if both are ours, Black's if White has not moved") {
    LearnJudge judge;
    CHECK(judge.judge(record_of({"e2e4", "e7e5"}), "1-0")->color == Color::White);
    GameRecord black;
    REQUIRE(
        black.set_fen("7k/8/8/8/8/8/7P/K7 b - - 0 1", true, chess::CastlingStyle::KingTwoSquares)
            .has_value());
    black.push(*chess::parse_uci_move(black.game()->position(), "h8g8"),
               chess::CastlingStyle::KingTwoSquares, false);
    CHECK(judge.judge(black, "0-1")->color == Color::Black);
    CHECK(judge.judge(black, "0-1")->half_points == 2);
}

TEST_CASE("learn judge: nothing without a result or with moves of the GUI on both sides") {
    const GameRecord record = record_of({"e2e4", "e7e5"});
    LearnJudge judge;
    CHECK(judge.judge(record, "*").error().message == "the game has no result");
    CHECK_FALSE(judge.is_learnt());
    judge.on_gui_move(Color::White);
    judge.on_gui_move(Color::Black);
    CHECK(judge.judge(record, "1-0").error().message == "the GUI made moves of both sides");
    CHECK_FALSE(judge.is_learnt());
    judge.on_set_board(); // the moves before still came from the GUI
    CHECK_FALSE(judge.judge(record, "1-0").has_value());
    judge.on_new();
    CHECK(judge.judge(record, "1-0").has_value());
    judge.on_new();
    CHECK_FALSE(judge.is_learnt());
    judge.disown_game();
    CHECK_FALSE(judge.judge(record, "1-0").has_value());
}

TEST_CASE("learn judge: another position makes another game, another result does not") {
    const GameRecord record = record_of({"e2e4"});
    LearnJudge judge;
    CHECK(judge.judge(record, "1-0").has_value());
    CHECK(judge.is_learnt());
    judge.on_set_board();
    CHECK_FALSE(judge.is_learnt());
}
