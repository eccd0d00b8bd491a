#include "tests/unit/adapter/session/books/book_table.hpp"

namespace polyglot::session {
namespace {

TEST_CASE("book player: Stop ends the search where the book knows the position") {
    for (const bool stop : {false, true}) {
        Table table;
        BookSettings rules = named("second");
        rules.stop = stop;
        rules.threshold_per_mil = 600;
        FakeBook& second = table.add(rules);
        second.add("", "e2e4 50 d2d4 50"); // nothing above the threshold
        second.add("e2e4", "");            // known, and no move of it is good
        FakeBook& third = table.add(named("third"));
        third.add("", "c2c4 1");
        third.add("e2e4", "c7c5 1");
        third.add("d2d4", "d7d5 1");
        table.apply();
        CHECK(table.ask(game_of("")) == (stop ? "" : "c2c4"));
        CHECK((table.remark.find("no other is asked, Stop = true") != std::string::npos) == stop);
        CHECK(table.ask(game_of("e2e4")) == (stop ? "" : "c7c5"));
        CHECK(table.ask(game_of("d2d4")) == "d7d5"); // not known
    }
}

TEST_CASE("book player: a book that refuses a position is not asked, and the reason is shown") {
    Table table;
    table.first().refusal = "it has no games of Chess960";
    table.first().add("", "e2e4 1");
    table.first().add("d2d4", "d7d5 1");
    table.add(named("second")).add("", "c2c4 1");
    table.apply();
    CHECK(table.ask(game_of("")) == "c2c4");
    CHECK(table.first().asked == 0);
    const auto views =
        table.player.look_up({.game = game_of(""), .castling = CastlingStyle::KingTwoSquares});
    CHECK(views[0].not_asked == "it has no games of Chess960");
    CHECK(views[1].not_asked.empty());
    CHECK(table.ask(game_of("d2d4")) == "d7d5");
}

TEST_CASE("book player: after BookMisses misses in a row no book is asked") {
    const auto turns = [](int misses) {
        Table table;
        table.settings.book_misses = misses;
        table.first().add("", "e2e4 1");
        table.first().add("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "b5a4 1");
        table.apply();
        std::string found;
        const chess::Game game = game_of("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
        chess::Game played;
        for (std::size_t ply = 0; ply <= game.moves().size(); ++ply) {
            if (ply % 2 == 0) found += table.ask(played).empty() ? '-' : '+';
            if (ply < game.moves().size()) played.push(game.moves()[ply]);
        }
        return found;
    };
    CHECK(turns(0) == "+--+");
    CHECK(turns(1) == "+---");
    CHECK(turns(2) == "+---");
    CHECK(turns(3) == "+--+");
}

TEST_CASE("book player: what counts as a miss") {
    Table table;
    table.settings.book_misses = 2;
    BookSettings rules = named("late");
    rules.min_ply = 4;
    FakeBook& late = table.add(rules);
    late.add("e2e4 e7e5 g1f3 b8c6", "f1b5 1");
    late.add("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "b2b4 1");
    table.settings.book_file.clear();
    table.apply();
    CHECK(table.ask(game_of("")) == "");
    CHECK(table.ask(game_of("e2e4 e7e5")) == ""); // no book was asked: no miss
    CHECK(table.ask(game_of("e2e4 e7e5 g1f3 b8c6")) == "f1b5");

    table.settings.book_file = "first";
    table.apply();
    const chess::Game first_turn = game_of("e2e4");
    CHECK(table.ask(first_turn) == "");
    CHECK(table.ask(first_turn) == ""); // the same turn
    const std::vector<std::string> words{"b8c6"};
    const chess::Game restricted = game_of("e2e4 e7e5 g1f3");
    CHECK(table.ask(
              {.game = restricted, .castling = CastlingStyle::KingTwoSquares, .allowed = &words}) ==
          "");
    CHECK(table.player.left_because(game_of("e2e4 e7e5 g1f3 b8c6 f1b5")).empty());
    CHECK(table.ask(game_of("e2e4 e7e5 g1f3")) == "");
    CHECK(table.ask(
              {.game = restricted, .castling = CastlingStyle::KingTwoSquares, .allowed = &words}) ==
          "");
    CHECK(table.player.left_because(game_of("e2e4 e7e5 g1f3 b8c6 f1b5")) ==
          "left after 2 misses in a row");
    CHECK(table.ask(game_of("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5")) == "");
    CHECK(table.remark == "no book is asked: left after 2 misses in a row");

    CHECK(table.ask(game_of("e2e4 e7e5 g1f3 b8c6")) == "f1b5"); // taken back
    CHECK(table.ask(game_of("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5")) == "b2b4");
}

TEST_CASE("book player: misses count until other books are asked") {
    Table table;
    table.settings.book_misses = 1;
    FakeBook& second = table.add(named("second"));
    second.add("e2e4 e7e5", "g1f3 1");
    table.apply();
    CHECK(table.ask(game_of("")) == "");
    table.settings.book_learn_min_games = 7; // the same books
    CHECK(table.apply().empty());
    CHECK(table.ask(game_of("e2e4 e7e5")) == "");
    CHECK(table.remark == "no book is asked: left after 1 miss");
    table.settings.book_file.clear();
    CHECK(!table.apply().empty());
    CHECK(table.ask(game_of("e2e4 e7e5")) == "g1f3");
}

TEST_CASE("book player: misses of a guess") {
    const auto guess = [](Table& table, const chess::Game& game) {
        return table.ask(
            {.game = game, .castling = CastlingStyle::KingTwoSquares, .is_guess = true});
    };
    const chess::Game later = game_of("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    {
        Table table;
        table.settings.book_misses = 2;
        table.apply();
        table.ask(game_of(""));
        guess(table, game_of("e2e4 c7c5"));
        guess(table, game_of("e2e4 c7c5"));
        // It was none: the opponent played e7e5
        CHECK(table.player.left_because(game_of("e2e4 e7e5")).empty());
        guess(table, game_of("e2e4 e7e5"));
        // The ponder hit: the same turn
        CHECK(table.player.left_because(game_of("e2e4 e7e5")).empty());
        CHECK(table.player.left_because(later) == "left after 2 misses in a row");
    }
    Table table; // a hit that never was
    table.settings.book_misses = 1;
    table.first().add("e2e4 c7c5", "g1f3 1");
    table.first().add("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "b5a4 1");
    table.apply();
    CHECK(guess(table, game_of("e2e4 c7c5")) == "g1f3");
    CHECK(table.ask(game_of("e2e4 e7e5")) == "");
    CHECK(table.ask(later) == "");
    CHECK(table.player.on_new_game().empty());
    CHECK(table.ask(later) == "b5a4");
}

TEST_CASE("book player: the misses of a game with another start, or variant, do not count") {
    const chess::Position other =
        chess::parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1").value();
    Table table;
    table.settings.book_misses = 1;
    table.apply();
    CHECK(table.ask(game_of("e2e4 e7e5")) == "");
    CHECK_FALSE(table.player.left_because(game_of("e2e4 e7e5 g1f3 b8c6")).empty());
    CHECK(table.player.left_because(game_of("e2e4 e7e5 g1f3 b8c6", other)).empty());
    // Of a question that no book was asked about the finding stays, but only of this position.
    const std::vector<std::string> words{"g1f3"};
    const chess::Game there = game_of("e2e4 e7e5", other);
    table.ask({.game = there, .castling = CastlingStyle::KingTwoSquares, .allowed = &words});
    CHECK(table.player.left_because(game_of("e2e4 e7e5 g1f3 b8c6")).empty());

    CHECK(table.ask(game_of("e2e4 e7e5")) == "");
    table.player.set_variant(nullptr); // it is chess already
    CHECK_FALSE(table.player.left_because(game_of("e2e4 e7e5 g1f3 b8c6")).empty());
    table.player.set_variant(&chess::atomic);
    table.player.set_variant(nullptr);
    CHECK(table.player.left_because(game_of("e2e4 e7e5 g1f3 b8c6")).empty());
}

TEST_CASE("book player: a book with many illegal moves is off for the rest of the game") {
    const auto is_off = [](Table& table, std::string_view moves) {
        return table.player
            .look_up({.game = game_of(moves), .castling = CastlingStyle::KingTwoSquares})[0]
            .not_asked.starts_with("off for this game");
    };
    const auto play = [](Table& table, std::initializer_list<std::string_view> positions) {
        for (const std::string_view moves : positions)
            table.ask(game_of(moves));
    };
    Table table;
    table.first().add("", "e2e4 1 d2d4 1 c2c4 1");
    table.first().add_illegal("", 1);
    table.first().add("e2e4 e7e5", "g1f3 1 f1c4 1");
    table.first().add_illegal("e2e4 e7e5", 2);
    table.apply();
    play(table, {"", "", ""});          // one position, asked several times, counts once
    CHECK_FALSE(is_off(table, "e2e4")); // four moves are too few
    play(table, {"e2e4 e7e5"});
    CHECK(is_off(table, "e2e4 e7e5")); // three of eight
    SUBCASE("a new game") {
        CHECK(table.player.on_new_game().empty());
    }
    SUBCASE("other books") {
        table.settings.books.push_back(named("second"));
        table.settings.books[0].file = "second";
        CHECK_FALSE(table.apply().empty());
    }
    SUBCASE("another variant") {
        table.player.set_variant(&chess::atomic);
        table.player.set_variant(nullptr);
    }
    SUBCASE("moves taken back") {
        play(table, {"d2d4"});
    }
    CHECK_FALSE(is_off(table, "e2e4 e7e5"));
    play(table, {"e2e4 e7e5"});
    CHECK_FALSE(is_off(table, "e2e4 e7e5")); // two of four
}

TEST_CASE("book player: the moves of a position that is asked again count once") {
    Table table;
    table.first().add("", "e2e4 1 d2d4 1");
    table.first().add_illegal("", 2);
    table.apply();
    for (int i = 0; i < 4; ++i)
        CHECK(table.ask(game_of("")) == "e2e4");
}

TEST_CASE("book player: with a quarter of illegal moves a book is still asked") {
    Table table;
    table.first().add("", "e2e4 1 d2d4 1 c2c4 1 g1f3 1 b2b3 1 a2a3 1");
    table.first().add_illegal("", 2);
    table.apply();
    CHECK(table.ask(game_of("")) == "e2e4");
    CHECK(table.ask(game_of("e2e4 e7e5")) == "");
    CHECK(table.remark == "out of book");
}

} // namespace
} // namespace polyglot::session
