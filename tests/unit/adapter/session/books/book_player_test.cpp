#include "tests/unit/adapter/session/books/book_table.hpp"

namespace polyglot::session {
namespace {

TEST_CASE("book player: books are asked in order, the first with a move answers") {
    Table table;
    table.first().add("", "e2e4 60 d2d4 40");
    table.add(named("second")).add("e2e4 e7e5", "g1f3 1");
    table.add(named("third")).add("e2e4 e7e5", "f2f4 1");
    table.add(named("third's file"));
    table.files["third"].book->add("", "a2a3 1");
    table.files["third"].book->add("e2e4 e7e5 g1f3 b8c6", "f1b5 7 f1c4 3");
    CHECK(table.apply().notes == std::vector<std::string>{"book /first", "book second: /second",
                                                          "book third: /third",
                                                          "book third's file: /third's file"});
    CHECK(table.ask(game_of("")) == "e2e4");
    CHECK(table.remark == "book: e2e4 60.0% d2d4 40.0% (first)");
    CHECK(table.ask(game_of("e2e4 e7e5")) == "g1f3");
    CHECK(table.remark == "book second: g1f3 100.0% (second; C20 King's Pawn Game)");
    CHECK(table.player.look_up({.game = game_of(""), .castling = CastlingStyle::KingTwoSquares})
              .size() == 4);
    CHECK(table.ask(game_of("e2e4 e7e5 g1f3 b8c6")) == "f1b5");
    CHECK(table.ask(game_of("d2d4")) == "");
    CHECK(table.remark == "out of book");
    CHECK(table.apply().empty());
    table.settings.book = false;
    CHECK(table.apply().notes.size() == 4);
    CHECK(table.ask(game_of("")) == "");
    table.settings.book = true;
    table.settings.book_file.clear();
    table.apply();
    CHECK(table.ask(game_of("")) == "a2a3");
}

TEST_CASE("book player: each book has its own rules of choice") {
    Table table;
    table.settings.book_threshold_per_mil = 500;
    table.first().add("", "e2e4 50 d2d4 50");
    BookSettings rules = named("second");
    rules.threshold_per_mil = 10;
    table.add(rules).add("", "d2d4 99 c2c4 1");
    table.apply();
    CHECK(table.ask(game_of("")) == "d2d4");
    CHECK(table.remark == "book second: d2d4 100.0% (second)");
    table.settings.books[0].threshold_per_mil = 990;
    table.apply();
    CHECK(table.ask(game_of("")) == "");
}

TEST_CASE("book player: why the asked books have no move comes before why others were not asked") {
    Table table;
    BookSettings other = named("other");
    other.variant = "chess960";
    table.add(other).add("e2e4", "e7e5 1");
    table.first().add("", "e2e4 1");
    table.add(named("second")).add("", "d2d4 1");
    table.apply();
    CHECK(table.ask(game_of("e2e4")) == "");
    CHECK(table.remark == "out of book: first: the position is not in the book; second (second): "
                          "the position is not in "
                          "the book; other (other): not asked, Variant = chess960");
    table.settings.books.erase(table.settings.books.begin());
    table.apply();
    CHECK(table.ask(game_of("e2e4")) == "");
    CHECK(table.remark == "out of book");
}

TEST_CASE("book player: only what can be drawn is shown, as it is drawn") {
    Table table;
    table.first().add("", "e2e4 444 d2d4 371 g1f3 185");
    table.settings.book_random = true;
    table.settings.book_top_n = 2;
    table.apply();
    for (int i = 0; i < 20; ++i) {
        const BookReply reply =
            table.player.answer({.game = game_of(""), .castling = CastlingStyle::KingTwoSquares});
        CHECK((reply.answer->move == "e2e4" || reply.answer->move == "d2d4"));
        CHECK(reply.answer->shares == "e2e4 54.5% d2d4 45.5% (first)");
        CHECK(reply.remark == "book: e2e4 54.5% d2d4 45.5% (first)");
    }
}

TEST_CASE("book player: the variety of the first book is a setting") {
    Table table;
    table.first().add("", "e2e4 60 d2d4 40");
    table.settings.book_random = true;
    for (const auto& [variety, remark] :
         std::vector<std::pair<int, std::string>>{{50, "book: e2e4 60.0% d2d4 40.0% (first)"},
                                                  {100, "book: e2e4 50.0% d2d4 50.0% (first)"}}) {
        table.settings.book_variety = variety;
        table.apply();
        CHECK(table.player.answer({.game = game_of(""), .castling = CastlingStyle::KingTwoSquares})
                  .remark == remark);
    }
}

TEST_CASE("book player: conditions") {
    struct Case {
        BookSettings rules;
        bool white_at_start;  // it is asked at the start …
        bool black_after_one; // … and after 1.e4
    };
    const auto with = [](auto&& set) {
        BookSettings rules = named("second");
        set(rules);
        return rules;
    };
    const Case cases[] = {
        {with([](BookSettings&) {}), true, true},
        {with([](BookSettings& r) { r.color = "white"; }), true, false},
        {with([](BookSettings& r) { r.color = "Black"; }), false, true},
        {with([](BookSettings& r) { r.variant = "standard"; }), true, true},
        {with([](BookSettings& r) { r.variant = "chess960"; }), false, false},
        {with([](BookSettings& r) { r.depth_moves = 1; }), true, true},
        {with([](BookSettings& r) { r.depth_moves = 0; }), false, false},
        {with([](BookSettings& r) { r.min_ply = 1; }), false, true},
        {with([](BookSettings& r) { r.min_ply = 2; }), false, false},
        {with([](BookSettings& r) { r.max_ply = 0; }), true, false},
        // Nobody has said who it is
        {with([](BookSettings& r) { r.opponent = "*"; }), false, false},
    };
    for (const Case& c : cases) {
        Table table;
        FakeBook& book = table.add(c.rules);
        book.add("", "e2e4 1");
        book.add("e2e4", "e7e5 1");
        table.apply();
        CHECK(!table.ask(game_of("")).empty() == c.white_at_start);
        CHECK((table.remark.find("second (second): not asked, ") == std::string::npos) ==
              c.white_at_start);
        CHECK(!table.ask(game_of("e2e4")).empty() == c.black_after_one);
    }
}

TEST_CASE("book player: the depth is the position's own number, the plies are the game's") {
    const chess::Position deep = chess::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30").value();
    Table table;
    BookSettings rules = named("second");
    rules.max_ply = 0;
    table.add(rules).add("", "e2e4 1", deep);
    table.apply();
    CHECK(table.ask(game_of("", deep)) == "e2e4");
    CHECK(table.ask(game_of("e1d1 e8d8 d1e1 d8e8", deep)) == "");
    table.settings.books[0].max_ply = 100;
    table.settings.books[0].depth_moves = 29;
    table.apply();
    CHECK(table.ask(game_of("", deep)) == "");
    CHECK(table.remark == "out of book: first: the position is not in the book; second (second): "
                          "not asked, Depth = 29");
}

TEST_CASE("book player: Chess960 is detected from the castling notation") {
    const chess::Game game = game_of("");
    Table table;
    BookSettings rules = named("second");
    rules.variant = "chess960";
    table.add(rules).add("", "e2e4 1");
    table.apply();
    CHECK(table.ask({.game = game, .castling = CastlingStyle::KingTakesRook}) == "e2e4");
    CHECK(table.ask({.game = game, .castling = CastlingStyle::KingTwoSquares}) == "");
}

TEST_CASE("book player: opponent and time control") {
    const chess::Game game = game_of("");
    Table table;
    BookSettings rules = named("second");
    rules.opponent = "*Kasparov, Stockfish ??";
    table.add(rules).add("", "e2e4 1");
    rules = named("third");
    rules.time_control = "bullet, Blitz";
    table.add(rules).add("", "d2d4 1");
    table.apply();
    const auto at = [&](std::optional<std::chrono::minutes> base) {
        const auto time = base ? std::optional(config::TimeControl{.base = *base}) : std::nullopt;
        return table.ask({.game = game, .castling = CastlingStyle::KingTwoSquares, .time = time});
    };
    CHECK(at(std::nullopt) == "");
    CHECK(table.remark == "out of book: first: the position is not in the book; second (second): "
                          "not asked, Opponent = "
                          "*Kasparov, Stockfish ??, and none is known; third (third): not asked, "
                          "TimeControl = bullet, "
                          "Blitz, and none is known");
    table.learner.set_opponent("garry kasparov");
    CHECK(at(std::nullopt) == "e2e4");
    table.learner.set_opponent("Karpov");
    table.settings.books[0].opponent = "!*Kasparov*"; // everybody else
    table.apply();
    CHECK(at(std::nullopt) == "e2e4");
    table.learner.set_opponent("");
    CHECK(at(std::nullopt) == ""); // who it is not cannot be known either
    table.learner.set_opponent("GM Kasparov");
    CHECK(at(std::chrono::minutes(5)) == "d2d4");
    CHECK(at(std::chrono::minutes(90)) == "");
    CHECK(table.remark.ends_with("third (third): not asked, TimeControl = bullet, Blitz"));
}

TEST_CASE("book player: learn fields apply to the first book, a store's results to every book") {
    const chess::Game game = game_of("e2e4 e7e5 g1f3 b8c6");
    const auto results_shown = [&](Table& table) {
        std::string shown;
        for (const BookView& view :
             table.player.look_up({.game = game_of(""), .castling = CastlingStyle::KingTwoSquares}))
            shown +=
                (view.candidates.empty() ? "" : book::format_results(view.candidates[0])) + ";";
        return shown;
    };
    const auto held = [&](Table& table, chess::Color color) {
        std::string moves;
        for (const book::LearntMove& learnt : table.player.held_moves(game, color))
            moves += chess::format_uci_move(learnt.move) + ' ';
        return moves;
    };
    Table table;
    table.first().add("", "e2e4 1");
    FakeBook& second = table.add(named("second"));
    second.add("", "e2e4 1");
    second.add("e2e4 e7e5", "g1f3 1");
    BookSettings rules = named("third");
    rules.color = "black";
    table.add(rules).add("e2e4", "e7e5 1");
    table.files["third"].book->add("", "e2e4 1");
    table.apply();
    CHECK(results_shown(table) == ";;;"); // nothing is learnt: the fields may be something else

    table.settings.book_learn = true;
    table.apply();
    CHECK(results_shown(table) == "9 games, 0.0%;;;"); // the fields of the first book
    CHECK(held(table, chess::Color::White) == "e2e4 ");
    CHECK(held(table, chess::Color::Black).empty());

    table.settings.book_learn_file = "store";
    table.apply();
    REQUIRE(table.store->record({table.player.held_moves(game, chess::Color::White), 2, {}, {}})
                .has_value());
    CHECK(held(table, chess::Color::White) == "e2e4 g1f3 ");
    CHECK(held(table, chess::Color::Black) == "e7e5 ");
}

TEST_CASE("book player: BookLearnPolicy says what results do to the shares") {
    const auto shares = [](const std::string& policy, bool learns = true) {
        Table table;
        table.first().add("", "e2e4 60 d2d4 40");
        table.settings.book_random = true;
        table.settings.book_learn = learns;
        table.settings.book_learn_file = "store";
        table.settings.book_learn_policy = policy;
        table.apply();
        const chess::Position start = chess::Position::start();
        for (int i = 0; i < 20; ++i) {
            const auto record = [&](std::string_view move, int half_points) {
                REQUIRE(
                    table.store
                        ->record(
                            {{{start, *chess::parse_uci_move(start, move)}}, half_points, {}, {}})
                        .has_value());
            };
            record("e2e4", 0);
            record("d2d4", 2);
        }
        std::vector<int> found;
        const auto views =
            table.player.look_up({.game = game_of(""), .castling = CastlingStyle::KingTwoSquares});
        for (const book::Candidate& candidate : views[0].candidates)
            found.push_back(candidate.share);
        return found;
    };
    CHECK(shares("record-only") == std::vector{6000, 4000});
    CHECK(shares("ucb", false) == std::vector{6000, 4000});
    CHECK(shares("UCB") == std::vector{100, 9900});
    CHECK(shares("polyglot") == std::vector{122, 9877}); // 60 * 4 / 44 and 40 * 44 / 4
    const int thompson = shares("thompson")[0];
    CHECK(thompson > 0);
    CHECK(thompson < 122);
}

TEST_CASE("book player: a new game reopens the books that have changed on disk") {
    Table table;
    table.add(named("second"));
    const auto put = [&](const std::string& file, const std::string& entries,
                         const book::BookStamp& stamp) {
        table.files[file].book = std::make_shared<FakeBook>();
        table.files[file].book->add("", entries);
        table.files[file].stamp = stamp;
    };
    const auto opened = [&] {
        std::string counts;
        for (const auto& [name, file] : table.files)
            counts += std::to_string(file.opened) + ' ';
        return counts;
    };
    put("first", "e2e4 1", {.size = 16, .identity = 1, .modified_ns = 1});
    put("second", "d2d4 1", {.size = 16, .identity = 2, .modified_ns = 1});
    table.apply();
    CHECK(table.player.on_new_game().empty());
    CHECK(opened() == "1 1 ");

    put("first", "c2c4 1", {.size = 16, .identity = 3, .modified_ns = 1}); // replaced
    CHECK(table.ask(game_of("")) == "e2e4");
    BookNews news = table.player.on_new_game();
    CHECK(news.notes == std::vector<std::string>{"book /first"});
    CHECK(news.first_replaced);
    CHECK(opened() == "2 1 ");
    CHECK(table.ask(game_of("")) == "c2c4");

    put("first", "a2a3 1", {.size = 32, .identity = 3, .modified_ns = 1});  // grown
    put("second", "h2h3 1", {.size = 16, .identity = 2, .modified_ns = 2}); // written to
    CHECK(table.player.on_new_game().notes ==
          std::vector<std::string>{"book /first", "book second: /second"});
    CHECK(opened() == "3 2 ");

    table.settings.book_learn = true; // into the first book
    table.apply();
    table.files["first"].stamp->modified_ns = 9;
    CHECK(table.player.on_new_game().empty());
    table.files["second"].stamp->modified_ns = 9;
    CHECK(table.player.on_new_game().notes.size() == 1);
    table.files["first"].stamp->size = 48;
    CHECK(table.player.on_new_game().first_replaced);
    CHECK(opened() == "4 3 ");
    table.settings.book_learn_file = "store"; // beside it: dates count again
    table.apply();
    table.files["first"].stamp->modified_ns = 10;
    CHECK(table.player.on_new_game().notes.size() == 1);
}

TEST_CASE("book player: a readable book stays in use after a failure, which is reported once") {
    Table table;
    const auto change = [&](const std::string& problem, std::optional<book::BookStamp> stamp) {
        Table::File& file = table.files["first"];
        file.problem = problem;
        file.stamp = stamp;
        BookNews news = table.player.on_new_game();
        CHECK(news.first_replaced == problem.empty());
        return news;
    };
    table.first().add("", "e2e4 1");
    table.files["first"].problem = "No such file";
    table.files["first"].stamp.reset();
    CHECK(table.apply().warnings == std::vector<std::string>{"no book: first: No such file"});
    CHECK(change("No such file", std::nullopt).empty()); // tried again, reported once
    CHECK(table.ask(game_of("")) == "");
    CHECK(change("", book::BookStamp{.size = 1, .identity = 1}).notes ==
          std::vector<std::string>{"book /first"});
    CHECK(table.ask(game_of("")) == "e2e4");

    CHECK(change("No such file", std::nullopt).warnings ==
          std::vector<std::string>{
              "book is not reopened, the one opened before stays in use: first: No such file"});
    CHECK(change("No such file", std::nullopt).empty());
    CHECK(table.ask(game_of("")) == "e2e4");
    CHECK(change("a PGN file", book::BookStamp{.size = 9, .identity = 2}).warnings ==
          std::vector<std::string>{
              "book is not reopened, the one opened before stays in use: first: a PGN file"});
    CHECK(table.ask(game_of("")) == "e2e4");

    CHECK(change("", book::BookStamp{.size = 1, .identity = 3}).notes.size() == 1);
    CHECK(change("a PGN file", book::BookStamp{.size = 9, .identity = 3})
              .warnings == // written over: nothing to read on
          std::vector<std::string>{"no book: first: a PGN file"});
    CHECK(table.ask(game_of("")) == "");
    CHECK(change("a PGN file", book::BookStamp{.size = 9, .identity = 3}).empty());
    CHECK(change("", book::BookStamp{.size = 9, .identity = 4}).notes.size() == 1);
    CHECK(table.ask(game_of("")) == "e2e4");
}

TEST_CASE("of the moves that searchmoves allows the best is played, however few the book would "
          "choose from") {
    const std::vector<std::string> words{"d2d4", "c2c4"};
    const chess::Game game;
    const BookQuestion question{
        .game = game, .castling = CastlingStyle::KingTwoSquares, .allowed = &words};
    for (const auto& [top_n, variety] :
         std::vector<std::pair<int, int>>{{0, 50}, {1, 50}, {0, 0}, {1, 100}}) {
        Table table;
        table.first().add("", "e2e4 60 c2c4 10 d2d4 30");
        table.settings.book_random = true;
        table.settings.book_top_n = top_n;
        table.settings.book_variety = variety;
        table.apply();
        const BookReply reply = table.player.answer(question);
        REQUIRE(reply.answer.has_value());
        if (top_n == 1 || variety == 0) CHECK(reply.answer->move == "d2d4");
        CHECK(reply.answer->move != "e2e4");
        CHECK(table.player.best_move(question) == chess::parse_uci_move(game.position(), "d2d4"));
    }
}

} // namespace
} // namespace polyglot::session
