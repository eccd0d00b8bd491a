#include "adapter/session/xboard_gui/game_record.hpp"
#include "core/chess/variants/variant.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using chess::CastlingStyle;
using chess::Color;
using session::GameRecord;

TEST_CASE("game record: the side to move is known also in a variant with unknown rules") {
    GameRecord record;
    for (const bool rules_known : {true, false}) {
        CAPTURE(rules_known);
        REQUIRE(
            record
                .set_fen("7k/8/8/8/8/8/7P/K7 b - - 0 1", rules_known, CastlingStyle::KingTwoSquares)
                .has_value());
        CHECK(record.side_to_move() == Color::Black);
        REQUIRE(record
                    .set_fen("b6k/8/8/8/8/8/7P/K7 w - - 0 1", rules_known,
                             CastlingStyle::KingTwoSquares)
                    .has_value());
        CHECK(record.side_to_move() == Color::White);
    }
    record.push_text("P@e4", false);
    CHECK(record.side_to_move() == Color::Black);
}

TEST_CASE("game record: moves count by colour, also those of force mode, from whoever begins") {
    GameRecord record;
    const auto counts = [&record] {
        const auto white = record.moves_of(Color::White), black = record.moves_of(Color::Black);
        return std::vector<int>{white.all, white.outside_force, black.all, black.outside_force};
    };
    CHECK(counts() == std::vector{0, 0, 0, 0});
    record.push_text("e2e4", true);
    record.push_text("e7e5", false);
    record.push_text("g1f3", false);
    CHECK(counts() == std::vector{2, 1, 1, 1});
    REQUIRE(record.set_fen("7k/8/8/8/8/8/7P/K7 b - - 0 1", true, CastlingStyle::KingTwoSquares)
                .has_value());
    CHECK(counts() == std::vector{0, 0, 0, 0}); // another game
    record.push_text("h8g8", false);
    CHECK(counts() == std::vector{0, 0, 1, 1});
    record.start(true);
    CHECK(record.side_to_move() == Color::White);
    CHECK(counts() == std::vector{0, 0, 0, 0});
}

TEST_CASE("game record: a variant is played by its rules, and moves are taken back") {
    GameRecord record;
    record.start(true, &chess::crazyhouse);
    CHECK(record.game() == nullptr);
    REQUIRE(record.any_game());
    record.push(record.any_game()->parse_uci("e2e4"), CastlingStyle::KingTwoSquares, false);
    CHECK(record.any_game()->plies() == 1);
    CHECK(record.pop());
    CHECK(record.any_game()->plies() == 0);
    CHECK_FALSE(record.pop());
    CHECK_FALSE(record.set_fen("nonsense", true, CastlingStyle::KingTwoSquares).has_value());
    const std::string fen = "4k3/8/8/8/8/8/8/R3K2R[N] w KQ - 0 1";
    REQUIRE(record.set_fen(fen, true, CastlingStyle::KingTwoSquares).has_value());
    CHECK(record.position().start == fen);
    REQUIRE(record.set_fen(fen, true, CastlingStyle::KingTakesRook).has_value());
    CHECK(record.position().start == "4k3/8/8/8/8/8/8/R3K2R[N] w HA - 0 1");
    record.start(false); // rules that are not known
    CHECK_FALSE(record.any_game());
    record.start(true);
    REQUIRE(record.any_game());
    CHECK(record.any_game()->variant() == nullptr);
    CHECK(record.position("e2e4").moves == std::vector<std::string>{"e2e4"});
}
