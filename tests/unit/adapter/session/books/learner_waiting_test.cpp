// Results that a store does not take at once: it is busy, or fails.
#include "tests/unit/adapter/session/books/learner_support.hpp"

#include <chrono>
#include <string>
#include <vector>

using namespace polyglot;
using namespace std::chrono_literals;
using session::TimePoint;
using test::LearnerTable;
using test::MoodyStore;
using test::SessionTable;

TEST_CASE("results that wait go to the store that was in force when the game ended") {
    LearnerTable context;
    const auto old_store = context.store;
    old_store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "A", "");
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    context.store = std::make_shared<MoodyStore>();
    context.settings.book_learn_file = "other.db";
    context.learner.apply(context.settings);
    CHECK(context.learner.waiting() == 1);
    context.learner.add(context.moves(), 0, "B", "");
    old_store->mood = MoodyStore::Mood::Good;
    CHECK(context.learner.write(0ms).written.size() == 2);
    CHECK(old_store->games == std::vector<std::string>{"Toy-A: 2"});
    CHECK(context.store->games == std::vector<std::string>{"Toy-B: 0"});
}

TEST_CASE("an old store that fails keeps its own results beside it, and no others") {
    LearnerTable context;
    const auto old_store = context.store;
    old_store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "A", "");
    context.store = std::make_shared<MoodyStore>();
    context.settings.book_learn_file = "other.db";
    context.learner.apply(context.settings);
    context.learner.add(context.moves(), 0, "B", "");
    old_store->mood = MoodyStore::Mood::Broken;
    const auto attempt = context.learner.write(0ms);
    REQUIRE(attempt.unwritten.size() == 1);
    CHECK(attempt.unwritten[0].by.why == "the disk is full");
    CHECK(attempt.written.size() == 1);
    CHECK(old_store->file.size() == 1);
    CHECK(context.learner.writes());
    CHECK(context.store->games == std::vector<std::string>{"Toy-B: 0"});
}

TEST_CASE("a busy store is asked again with the next game, and keeps their order and names") {
    LearnerTable context;
    context.store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "Alice", "mate");
    CHECK(context.learner.write(20ms).written.empty());
    CHECK(context.store->patience() == 20ms);
    context.learner.add(context.moves(), 0, "Bob", "told");
    CHECK(context.learner.write(20ms).written.empty());
    CHECK(context.learner.waiting() == 2);
    context.store->mood = MoodyStore::Mood::Good;
    context.learner.add(context.moves(), 1, "Carol", "repetition");
    const auto written = context.learner.write(1000ms).written;
    REQUIRE(written.size() == 3);
    CHECK(written[2].why == "repetition");
    CHECK(written[2].moves == 1);
    CHECK(context.learner.waiting() == 0);
    CHECK(context.store->games ==
          std::vector<std::string>{"Toy-Alice: 2", "Toy-Bob: 0", "Toy-Carol: 1"});
    std::vector<book::Entry> entries{{.move = context.moves()[0].move, .weight = 1}};
    context.learner.recall(chess::Position::start(), true, entries);
    CHECK(entries[0].learn_count == 3);
    CHECK(entries[0].learn_sum == 3);
}

TEST_CASE("a store that fails is left, its games are kept, and it is asked again only under other "
          "settings") {
    LearnerTable context;
    context.store->mood = MoodyStore::Mood::Broken;
    context.learner.add(context.moves(), 2, {}, {});
    const auto kept = context.learner.write(0ms).unwritten;
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].by.why == "the disk is full");
    CHECK(!context.learner.writes());
    CHECK(context.learner.learns());
    CHECK(context.learner.waiting() == 0);
    context.store->mood = MoodyStore::Mood::Good; // not known
    context.learner.add(context.moves(), 1, {}, {});
    CHECK(context.learner.write(0ms).unwritten.size() == 1);
    CHECK(context.store->games.empty());
    CHECK(context.store->file.size() == 2);
    context.learner.apply(context.settings);
    CHECK(context.opened == 1);
    std::vector<book::Entry> entries{
        {.move = context.moves()[0].move, .weight = 1, .learn_count = 7, .learn_sum = 3}};
    // These fields may be something else
    context.learner.recall(chess::Position::start(), true, entries);
    CHECK(entries[0].learn_count == 0);
    CHECK(entries[0].learn_sum == 0);

    CHECK(context.learner.recover(context.settings)); // the disk has room again
    CHECK(context.learner.writes());
    CHECK(!context.learner.recover(context.settings));
    CHECK(context.opened == 2);
    CHECK(context.learner.takes_in());
}

TEST_CASE("of a game that a store has begun to write, the rest is kept") {
    LearnerTable context;
    context.store->mood = MoodyStore::Mood::Broken;
    context.store->written_moves = 1;
    auto moves = context.moves();
    chess::Position later = moves[0].position;
    later.make(moves[0].move);
    moves.push_back({later, *chess::parse_uci_move(later, "e7e5")});
    context.learner.add(moves, 2, {}, {});
    CHECK(context.learner.write(0ms).unwritten.size() == 1);
    REQUIRE(context.store->file.size() == 1);
    REQUIRE(context.store->file[0].moves.size() == 1);
    CHECK(context.store->file[0].moves[0].move == moves[1].move);
}

TEST_CASE(
    "games that a failed store cannot keep, because another process has the file, are kept later") {
    LearnerTable context;
    context.store->mood = MoodyStore::Mood::Broken;
    context.store->file_mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, {}, {});
    CHECK(context.learner.write(0ms).unwritten.empty());
    CHECK(context.learner.waiting() == 1);
    SUBCASE("when it is free") {
        context.store->file_mood = MoodyStore::Mood::Good;
        CHECK(context.learner.write(0ms).unwritten.size() == 1);
        CHECK(context.store->file.size() == 1);
    }
    SUBCASE("or are reported as lost before the adapter ends") {
        const auto lost = context.learner.write_at_last().unwritten;
        CHECK(context.learner.waiting() == 0);
        REQUIRE(lost.size() == 1);
        CHECK(lost[0].file.empty());
        CHECK(lost[0].why_lost == "busy");
    }
    CHECK(context.learner.waiting() == 0);
}

TEST_CASE("a store that stays busy costs bounded memory") {
    LearnerTable context;
    context.store->mood = MoodyStore::Mood::Busy;
    for (int games = 0; games < 5000; ++games) {
        context.learner.add(context.moves(), 2, {}, {});
        for (const auto& kept : context.learner.write(0ms).unwritten)
            CHECK(!kept.file.empty());
        CHECK(context.learner.waiting() <= 1000);
    }
    CHECK(context.store->file.size() + context.learner.waiting() == 5000);
}

TEST_CASE(
    "a game that finds the store busy is tried again after a pause, and meanwhile moves pass") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.say({"position startpos", "go movetime 100", "gameover win"});
    TimePoint now{};
    for (const auto pause :
         {50ms, 100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 6400ms, 10'000ms, 10'000ms}) {
        table.session.on_results_due(now, table.out);
        CHECK(table.store->patience() == 0ms);
        CHECK(table.session.results_due() == now + pause);
        CHECK(table.session.deadline() == std::nullopt); // nothing that the engine is asked for
        table.out.to_gui.clear();
        table.session.on_gui_line("go movetime 100", now, table.out);
        CHECK(table.out.to_gui.find("bestmove e2e4\n") != std::string::npos);
        now += pause;
    }
    table.store->mood = MoodyStore::Mood::Good;
    table.session.on_results_due(now, table.out);
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
    CHECK(table.session.results_due() == std::nullopt);

    table.store->mood = MoodyStore::Mood::Busy; // the pauses begin again
    table.say({"ucinewgame", "position startpos", "go movetime 100", "gameover loss"});
    table.session.on_results_due(now, table.out);
    CHECK(table.session.results_due() == now + 50ms);
}

TEST_CASE("a single game that waits for a busy store is due at once with the next game, and with "
          "other settings") {
    for (const char* next : {"ucinewgame", "setoption name Polyglot BookRandom value false"}) {
        CAPTURE(next);
        SessionTable table;
        table.store->mood = MoodyStore::Mood::Busy;
        table.say({"position startpos", "go movetime 100", "gameover win"});
        table.session.on_results_due({}, table.out);
        table.store->mood = MoodyStore::Mood::Good;
        CHECK(table.session.results_due() == TimePoint{50ms});
        table.say({next});
        CHECK(table.session.results_due() == TimePoint{});
        table.session.on_results_due({}, table.out);
        CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
    }
}

TEST_CASE("a store that stays busy holds up no other store, neither in play nor when we leave") {
    for (const char* last : {"isready", "quit"}) {
        CAPTURE(last);
        SessionTable table;
        const auto old_store = table.store;
        old_store->mood = MoodyStore::Mood::Busy;
        table.say({"position startpos", "go movetime 100", "gameover win"});
        table.session.on_results_due({}, table.out);
        table.store = std::make_shared<MoodyStore>();
        table.say({"setoption name Polyglot BookFile value other.bin", "ucinewgame",
                   "position startpos", "go movetime 100", "gameover loss", last});
        table.session.on_results_due({}, table.out);
        CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 0"});
        CHECK(old_store->games.empty());
    }
}

TEST_CASE("a reset of a busy store is refused, and what waits stays") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.say({"position startpos", "go movetime 100", "gameover win"});
    table.session.on_results_due({}, table.out);
    table.out.to_gui.clear();
    table.say({"setoption name Polyglot BookLearnReset"});
    CHECK(table.out.to_gui == "info string polyglot: the results were not reset: busy\n");
    table.store->mood = MoodyStore::Mood::Good;
    table.session.on_results_due({}, table.out);
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
}

TEST_CASE("a reset that finds the store busy continues when the store is free") {
    SessionTable table;
    table.store->learn_line({"e2e4", "e7e5", "g1f3"});
    table.say({"setoption name Polyglot BookLearnReset"});
    table.store->mood = MoodyStore::Mood::Busy;
    table.session.on_results_due({}, table.out);
    CHECK(table.session.results_due() == TimePoint{50ms});
    table.store->mood = MoodyStore::Mood::Good;
    table.out.to_gui.clear();
    for (int steps = 0; steps < 5 && table.session.results_due(); ++steps)
        table.session.on_results_due(*table.session.results_due(), table.out);
    CHECK(table.out.to_gui == "info string polyglot: results of 3 moves forgotten\n");
}

TEST_CASE("games that have waited for a store are written a few per event, and all at the end") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Busy;
    constexpr std::size_t games = 100;
    for (std::size_t i = 0; i < games; ++i)
        table.say({"position startpos", "go movetime 100", "gameover win", "ucinewgame"});
    table.session.on_results_due({}, table.out);
    REQUIRE(table.store->games.empty());
    table.store->mood = MoodyStore::Mood::Good;
    table.say({"ucinewgame"});

    std::size_t written = 0;
    while (table.session.results_due() == TimePoint{} && written < games / 2) {
        table.session.on_results_due({}, table.out);
        const std::size_t of_this_event = table.store->games.size() - written;
        CHECK(of_this_event > 0);
        CHECK(of_this_event <= 4);
        written += of_this_event;
    }
    CHECK(written >= games / 2);
    table.say({"quit"});
    table.session.on_engine_exited({}, {}, table.out);
    CHECK(table.store->games.size() == games);
}

TEST_CASE("the user is warned when results can no longer be kept") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Broken;
    table.say({"position startpos", "go movetime 100", "gameover win"});
    table.out.to_gui.clear();
    table.session.on_results_due({}, table.out);
    CHECK(table.out.to_gui ==
          "info string polyglot: the results of 1 game are kept in learn.db.waiting and will be "
          "learnt later: the disk is full\n");
}

TEST_CASE("others are not waited for in play, and for a second when we leave") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.say({"position startpos", "go movetime 10", "result 1-0"});
    table.session.on_results_due({}, table.out);
    CHECK(table.store->patience() == 0ms);
    table.say({"quit"});
    CHECK(table.store->patience() == 1s);
}

TEST_CASE("when the GUI quits, the games that a busy store has not taken are kept, and the user "
          "gets one message") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Busy;
    for (int i = 0; i < 300; ++i)
        table.say({"position startpos", "go movetime 100", "gameover win", "ucinewgame"});
    table.out.to_gui.clear();
    table.say({"quit"});
    CHECK(table.store->games.empty());
    CHECK(table.store->file.size() == 300);
    CHECK(table.out.to_gui ==
          "info string polyglot: the results of 300 games are kept in learn.db.waiting and will be "
          "learnt later: busy\n");
    table.session.on_engine_exited({}, {}, table.out);
    CHECK(table.session.ended());
}

TEST_CASE("when neither the store nor the file beside it can be written, the user learns how much "
          "is lost, and why") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.store->file_mood = MoodyStore::Mood::Broken;
    table.say({"position startpos", "go movetime 100", "gameover win", "ucinewgame",
               "position startpos", "go movetime 100", "gameover loss"});
    table.session.on_results_due({}, table.out);
    table.out.to_gui.clear();
    table.say({"quit"});
    CHECK(table.out.to_gui ==
          "info string polyglot: the results of 2 games are lost: busy; and they cannot be kept: "
          "the disk is full\n");
}

TEST_CASE(
    "a game whose store stays busy for a second waits in the file, where it outlives a kill") {
    SessionTable table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.say({"position startpos", "go movetime 100", "gameover win"});
    table.session.on_results_due(TimePoint{}, table.out);
    table.session.on_results_due(TimePoint{999ms}, table.out);
    CHECK(table.store->keeps == 0);
    table.out.to_gui.clear();
    table.session.on_results_due(TimePoint{1s}, table.out);
    CHECK(table.store->file.size() == 1);
    CHECK(table.store->file[0].age == 1s);
    CHECK(table.session.results_due().has_value());
    SUBCASE("until the store is free") {
        table.store->mood = MoodyStore::Mood::Good;
        table.session.on_results_due(*table.session.results_due(), table.out);
        CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
        CHECK(table.session.results_due() == std::nullopt);
        table.say({"quit"});
        CHECK(table.out.to_gui.empty());
    }
    SUBCASE("or is free at last, when games are taken in in large steps") {
        table.store->mood = MoodyStore::Mood::Good;
        table.say({"quit"});
        CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
        CHECK(table.store->most_games_a_step == 25);
        CHECK(table.out.to_gui.empty());
    }
    SUBCASE("or the GUI quits") {
        CHECK(table.out.to_gui.empty());
        table.say({"quit"});
        CHECK(table.out.to_gui ==
              "info string polyglot: the results of 1 game are kept in learn.db.waiting and will "
              "be learnt later: busy\n");
    }
    CHECK(table.store->keeps == 1);
}

TEST_CASE("games that wait beside the store are taken in a few per event, and book moves pass "
          "meanwhile") {
    SessionTable table({});
    constexpr std::size_t games = 300;
    const auto e4 = *chess::parse_uci_move(chess::Position::start(), "e2e4");
    for (std::size_t i = 0; i < games; ++i)
        table.store->file.push_back({{{chess::Position::start(), e4}}, 2, "Toy", ""});
    // Another store, which has them
    table.say({"uci", "setoption name Polyglot BookFile value other.bin"});
    std::size_t events = 0;
    while (table.session.results_due() == TimePoint{} && events < games) {
        const std::size_t before = table.store->games.size();
        table.session.on_results_due({}, table.out);
        CHECK(table.store->games.size() - before <= 4);
        CHECK(table.store->patience() == 0ms);
        if (++events != 10) continue;
        table.out.to_gui.clear();
        table.say({"position startpos", "go movetime 100"});
        CHECK(table.out.to_gui.find("bestmove e2e4\n") != std::string::npos);
    }
    CHECK(table.store->games.size() == games);
    CHECK(events == games / 4);
    CHECK(table.session.results_due() == std::nullopt);
}

TEST_CASE(
    "games that wait beside a busy store are tried after pauses, and no reset comes before them") {
    SessionTable table({});
    const auto e4 = *chess::parse_uci_move(chess::Position::start(), "e2e4");
    table.store->file.push_back({{{chess::Position::start(), e4}}, 2, "Toy", ""});
    table.store->mood = MoodyStore::Mood::Busy;
    table.say({"uci", "setoption name Polyglot BookFile value other.bin"});
    TimePoint now{};
    for (const auto pause : {50ms, 100ms, 200ms}) {
        table.session.on_results_due(now, table.out);
        now += pause;
        CHECK(table.session.results_due() == now);
    }
    table.out.to_gui.clear();
    table.say({"setoption name Polyglot BookLearnReset"});
    CHECK(table.out.to_gui == "info string polyglot: the results were not reset: the games of the "
                              "waiting file must be learnt first\n");
    table.store->mood = MoodyStore::Mood::Good;
    table.session.on_results_due(now, table.out);
    CHECK(table.store->games.size() == 1);
    CHECK(table.session.results_due() == std::nullopt);
}

TEST_CASE("games for a server that no file can keep are reported once, and tried again") {
    LearnerTable context;
    context.settings.book_learn_file = "postgresql://h/d";
    context.learner.apply(context.settings);
    context.store->mood = MoodyStore::Mood::Busy;
    context.store->file_mood = MoodyStore::Mood::Broken;
    context.learner.add(context.moves(), 2, "A", "");
    const auto attempt = context.learner.write(0ms);
    REQUIRE(attempt.unkept.size() == 1);
    CHECK(attempt.unkept[0].why_lost == "the disk is full");
    CHECK(context.learner.write(0ms).unkept.empty());
    CHECK(context.learner.waiting() == 1);
    context.store->file_mood = MoodyStore::Mood::Good;
    CHECK(context.learner.write(0ms).postponed.size() == 1);
    CHECK(context.learner.waiting() == 0);
}

TEST_CASE("a game that waits in memory is not lost if a server's reset fails") {
    LearnerTable context;
    context.settings.book_learn_file = "postgresql://h/d";
    context.learner.apply(context.settings);
    context.store->learn_line({"e2e4", "e7e5"});
    context.learner.add(context.moves(), 2, "A", "");
    CHECK_FALSE(context.learner.reset().error.has_value()); // only asks
    CHECK(context.learner.waiting() == 1);
    context.store->mood = MoodyStore::Mood::Broken;
    CHECK(context.learner.reset().error.has_value());
    context.store->mood = MoodyStore::Mood::Busy;
    CHECK(context.learner.write(0ms).postponed.size() == 1);
    CHECK(context.store->file.size() == 1);
}

TEST_CASE("a game that ends while a server forgets results is in the file at once") {
    LearnerTable context;
    context.settings.book_learn_file = "postgresql://h/d";
    context.learner.apply(context.settings);
    context.store->learn_line({"e2e4", "e7e5"});
    CHECK_FALSE(context.learner.reset().error.has_value());
    REQUIRE(context.learner.is_resetting());
    context.store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "A", "");
    CHECK(context.learner.write(0ms).postponed.size() == 1);
    CHECK(context.store->file.size() == 1);
    CHECK(context.learner.is_resetting());
}

TEST_CASE("games for a server are reported again after they could be kept once") {
    LearnerTable context;
    context.settings.book_learn_file = "postgresql://h/d";
    context.learner.apply(context.settings);
    context.store->mood = MoodyStore::Mood::Busy;
    for (int i = 0; i < 2; ++i) {
        context.store->file_mood = MoodyStore::Mood::Broken;
        context.learner.add(context.moves(), 2, "A", "");
        CHECK(context.learner.write(0ms).unkept.size() == 1);
        context.store->file_mood = MoodyStore::Mood::Good;
        CHECK(context.learner.write(0ms).postponed.size() == 1);
    }
    // At the end one message has both.
    const auto last = context.learner.write_at_last().unwritten;
    REQUIRE(last.size() == 1);
    CHECK(last[0].games == 2);
    context.store->file_mood = MoodyStore::Mood::Busy; // another process has it: no news
    context.learner.add(context.moves(), 2, "A", "");
    CHECK(context.learner.write(0ms).unkept.empty());
}

TEST_CASE("a store that fails without a reason, and one whose file is busy too long") {
    LearnerTable context;
    context.store->mood = MoodyStore::Mood::Silent;
    context.learner.add(context.moves(), 2, {}, {});
    const auto kept = context.learner.write(0ms).unwritten;
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].by.why == "it fails");
    context.store->file_mood = MoodyStore::Mood::Busy;
    for (int games = 1; games < 2000; ++games)
        context.learner.add(context.moves(), 2, {}, {});
    CHECK(context.learner.write(0ms).unwritten.empty());
    context.learner.add(context.moves(), 2, {}, {});
    const auto lost = context.learner.write(0ms).unwritten; // so many do not wait
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].games == 2000);
    CHECK(lost[0].why_lost == "busy");
    CHECK(context.learner.waiting() == 0);
}

TEST_CASE("the button of BookLearnReset does nothing while results are being forgotten") {
    SessionTable table;
    table.store->learn_line({"e2e4", "e7e5", "g1f3"});
    table.say({"setoption name Polyglot BookLearnReset"});
    table.out.to_gui.clear();
    table.say({"setoption name Polyglot BookLearnReset"});
    CHECK(table.out.to_gui.empty());
    CHECK(table.session.results_due() == TimePoint{});
    table.session.on_results_due({}, table.out); // one step for both
    CHECK(table.out.to_gui.empty());
    table.session.on_results_due({}, table.out);
    CHECK(table.out.to_gui == "info string polyglot: results of 3 moves forgotten\n");
}

TEST_CASE("what could not be forgotten is reported with what was") {
    SessionTable table;
    table.store->learn_line({"e2e4", "e7e5", "g1f3"});
    table.say({"setoption name Polyglot BookLearnReset"});
    table.store->mood = MoodyStore::Mood::Broken;
    table.out.to_gui.clear();
    table.session.on_results_due({}, table.out);
    CHECK(table.out.to_gui == "info string polyglot: results of 1 moves forgotten, the others not: "
                              "the disk is full\n");
    CHECK(table.session.results_due() == std::nullopt);
}

TEST_CASE("results that another program keeps locked stay, and the user is told so") {
    SessionTable table;
    table.store->learn_line({"e2e4"});
    table.store->locked = 3;
    table.out.to_gui.clear();
    table.say({"setoption name Polyglot BookLearnReset"});
    CHECK(table.out.to_gui ==
          "info string polyglot: results of 1 moves forgotten; those of 3 stay, "
          "for another program keeps them locked\n");
    table.out.to_gui.clear();
    table.say({"setoption name Polyglot BookLearnReset"});
    CHECK(table.out.to_gui == "info string polyglot: results of 0 moves forgotten\n");
    table.store->mood = MoodyStore::Mood::Broken;
    table.out.to_gui.clear();
    table.say({"setoption name Polyglot BookLearnReset"});
    CHECK(table.out.to_gui ==
          "info string polyglot: the results were not reset: the disk is full\n");
}

TEST_CASE("the user is told once that a server's results are only in memory") {
    config::Settings settings = test::that_learn();
    settings.book_learn_file = "postgresql://h/d";
    SessionTable table({"uci"}, settings);
    table.store->mood = MoodyStore::Mood::Busy;
    table.store->file_mood = MoodyStore::Mood::Broken;
    table.say({"position startpos", "go movetime 100", "gameover win"});
    table.out.to_gui.clear();
    table.session.on_results_due({}, table.out);
    CHECK(
        table.out.to_gui ==
        "info string polyglot: the results of 1 game are only in memory, and are lost if polyglot "
        "is killed: the disk is full\n");
    table.out.to_gui.clear();
    table.session.on_results_due(*table.session.results_due(), table.out);
    CHECK(table.out.to_gui.empty());
}

TEST_CASE("the user is told once for each reason that the waiting games are not learnt") {
    SessionTable table({});
    table.store->file.push_back(
        {{{chess::Position::start(), test::LearnerTable().moves()[0].move}}, 2, "Toy", ""});
    table.store->mood = MoodyStore::Mood::Broken;
    table.say({"uci", "setoption name Polyglot BookFile value other.bin"});
    table.out.to_gui.clear();
    table.session.on_results_due({}, table.out);
    CHECK(table.out.to_gui == "info string polyglot: the games of the waiting file are not learnt: "
                              "the disk is full\n");
    table.out.to_gui.clear();
    table.say({"setoption name Polyglot BookFile value third.bin"});
    table.session.on_results_due({}, table.out);
    CHECK(table.out.to_gui.empty());
    table.store->mood = MoodyStore::Mood::Good;
    table.say({"setoption name Polyglot BookFile value other.bin"});
    while (const auto due = table.session.results_due())
        table.session.on_results_due(*due, table.out);
    CHECK(table.store->games == std::vector<std::string>{"Toy-: 2"});
}
