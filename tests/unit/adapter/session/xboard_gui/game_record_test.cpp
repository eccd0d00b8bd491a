#include "adapter/session/xboard_gui/game_record.hpp"

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
