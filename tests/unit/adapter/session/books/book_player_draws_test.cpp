#include "tests/unit/adapter/session/books/book_table.hpp"

namespace polyglot::session {
namespace {

// White's rook and Black's king go to and fro until b2b3, or the same position again.
TEST_CASE("book player: a move that repeats the position for the third time is left out") {
    const chess::Position start = chess::parse_fen("7k/8/8/8/8/8/1P6/R3K3 w - - 0 1").value();
    const std::string round = "a1a2 h8g8 a2a1 g8h8 ";
    const chess::Game once = game_of(round, start);
    // a2a1 g8h8 would be the third time
    const chess::Game before_third = game_of(round + "a1a2 h8g8", start);
    const chess::Game black_to_repeat = game_of(round + "a1a2 h8g8 a2a1", start);
    for (const bool avoid : {true, false}) {
        Table table;
        table.settings.book_avoid_draws = avoid;
        table.first().add("", "a1a2 9", start);
        table.first().add("a1a2 h8g8", "a2a1 9 b2b3 1", start);
        table.first().add("a1a2 h8g8 a2a1", "g8h8 1", start);
        table.apply();
        CHECK(table.ask(once) == "a1a2"); // for the second time
        // So does this: only with g8h8 the position is there again
        CHECK(table.ask(before_third) == "a2a1");
        CHECK(table.ask(black_to_repeat) == (avoid ? "" : "g8h8"));
        if (avoid)
            CHECK(table.remark ==
                  "out of book: first: a draw is avoided, not played: g8h8 [repetition]");
        else
            CHECK(table.remark == "book: g8h8 100.0% (first)");
        // a2a1 would be the third time
        const chess::Game twice = game_of(round + round + "a1a2 h8g8", start);
        CHECK(table.ask(twice) == "b2b3");
        CHECK(table.remark == "book: b2b3 100.0%, not played: a2a1 [repetition] (first)");
        const auto views =
            table.player.look_up({.game = twice, .castling = CastlingStyle::KingTwoSquares});
        REQUIRE(views.size() == 1);
        REQUIRE(views[0].drawing.size() == 1);
        CHECK(chess::format_uci_move(views[0].drawing[0].move) == "a2a1");
        CHECK(!views[0].candidates[0].playable);
        CHECK(views[0].candidates[1].playable);
    }
}

TEST_CASE("book player: without the drawing moves the rules of choice still hold") {
    const chess::Position start = chess::parse_fen("7k/8/8/8/8/8/1P6/R3K3 w - - 0 1").value();
    // a1a2: third time
    const chess::Game twice = game_of("a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1 g8h8", start);
    Table table;
    table.settings.book_threshold_per_mil = 200;
    table.settings.book_top_n = 1;
    table.first().add("", "a1a2 70 b2b3 21 b2b4 9", start);
    table.apply();
    CHECK(table.ask(twice) == "b2b3"); // the best of the others
    table.settings.book_threshold_per_mil = 300;
    table.apply();
    CHECK(table.ask(twice) == ""); // what is too rare otherwise is too rare now
    table.settings.book_avoid_draws = false;
    table.apply();
    CHECK(table.ask(twice) == "a1a2");
    table.add(named("second")).add("", "b2b4 1", start);
    table.settings.book_avoid_draws = true;
    table.apply();
    CHECK(table.ask(twice) == "b2b4"); // the next book is asked
}

TEST_CASE("book player: a move into the fifty-move rule is left out, unless it mates") {
    struct Case {
        std::string_view fen;
        std::string entries;
        std::string played;
    };
    const Case cases[] = {
        {"7k/8/8/8/8/8/1P6/R3K3 w - - 98 80", "a1a2 9 b2b3 1", "a1a2"},
        {"7k/8/8/8/8/8/1P6/R3K3 w - - 99 80", "a1a2 9 b2b3 1", "b2b3"},
        {"7k/8/8/8/8/8/1P6/R3K3 w - - 99 80", "a1a2 9", ""},
        {"7k/8/8/8/8/8/1P6/R3K3 w - - 140 99", "a1a2 9", ""},
        {"7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8 1", "a1a8"},
        {"7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1b1 9 a1a8 1", "a1a8"},
        {"7k/1r6/6K1/8/8/8/8/R7 w - - 99 80", "a1a8 1", ""}, // check only
        {"7k/5Q2/8/8/8/8/8/K7 w - - 99 80", "f7g6 1", ""},   // stalemate
    };
    for (const Case& c : cases) {
        const chess::Position start = chess::parse_fen(c.fen).value();
        Table table;
        table.first().add("", c.entries, start);
        table.apply();
        CHECK_MESSAGE(table.ask(game_of("", start)) == c.played, c.fen, " ", c.entries);
    }
}

} // namespace
} // namespace polyglot::session
