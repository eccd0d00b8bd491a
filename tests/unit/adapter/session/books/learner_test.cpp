// Which store results are written to, under which names, and what a reset does.
#include "adapter/session/shared/answers.hpp"
#include "core/chess/variants/variant.hpp"
#include "tests/unit/adapter/session/books/learner_support.hpp"

#include <chrono>
#include <string>
#include <vector>

using namespace polyglot;
using namespace std::chrono_literals;
using session::TimePoint;
using test::LearnerTable;
using test::MoodyStore;
using test::NoLog;
using test::SessionTable;

TEST_CASE("the store is opened when settings ask for another one, and only then") {
    LearnerTable context;
    CHECK(context.opened == 1);
    CHECK(context.learner.learns());
    CHECK(context.learner.apply(context.settings).note.empty());
    context.settings.book_learn_per = "all";
    context.settings.book_random = false;
    CHECK(context.learner.apply(context.settings).note.empty());
    CHECK(context.opened == 1);
    context.settings.book_learn_file = "learn.db";
    CHECK(context.learner.apply(context.settings).note == "results go there");
    CHECK(context.opened == 2);
    context.settings.book_learn_force = true; // another meaning of the book's learn fields
    context.learner.apply(context.settings);
    CHECK(context.opened == 3);
    context.settings.book_learn_force = false;
    context.learner.apply(context.settings);
    CHECK(context.opened == 4);
    context.store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "A", "");
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    CHECK(context.learner.waiting() == 1);
    context.settings.book_file = "other.bin";
    context.learner.apply(context.settings);
    CHECK(context.opened == 5);
    CHECK(context.learner.waiting() == 1); // for the store that was in force
    context.settings.book = false;
    CHECK(context.learner.apply(context.settings).note == "nothing is learnt any more");
    CHECK(!context.learner.learns());
}

TEST_CASE("when another file replaces the book, new and waiting results are written there") {
    LearnerTable context;
    CHECK(context.learner.writes_into_book());
    context.store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "A", "");
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    context.store = std::make_shared<MoodyStore>();
    CHECK(context.learner.reopen(context.settings).note == "results go there");
    CHECK(context.opened == 2);
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    CHECK(context.store->games == std::vector<std::string>{"Toy-A: 2"});

    // The new one's learn fields mean something else
    const auto before = std::exchange(context.store, nullptr);
    context.learner.reopen(context.settings);
    CHECK(context.learner.learns());
    CHECK(!context.learner.writes());
    CHECK(!context.learner.writes_into_book());
    context.learner.add(context.moves(), 0, "B", "");
    const auto kept = context.learner.write(0ms).unwritten;
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].games == 1);
    CHECK(kept[0].file == "learn.db.waiting");
    CHECK(before->file.size() == 1); // beside the book's name
    context.store = std::make_shared<MoodyStore>();
    context.store->file = before->file;
    CHECK(context.learner.recover(context.settings));
    CHECK(context.learner.takes_in());
    CHECK(context.learner.take_in(9).so_far.games == 1);
    CHECK(!context.learner.takes_in());

    context.settings.book_learn_file = "learn.db"; // beside it: no matter
    context.learner.apply(context.settings);
    CHECK(!context.learner.writes_into_book());
    const int opened = context.opened;
    CHECK(context.learner.reopen(context.settings).note.empty());
    CHECK(context.opened == opened);
    context.settings.book_learn = false;
    context.learner.apply(context.settings);
    context.learner.reopen(context.settings);
    CHECK(!context.learner.learns());
}

TEST_CASE("a store for each opponent: {opponent} in BookLearnFile") {
    std::vector<std::string> files;
    session::Learner learner{[&files](const config::Settings& settings) -> book::OpenedLearnStore {
        files.push_back(settings.book_learn_file);
        return {std::make_shared<MoodyStore>(), "", {}};
    }};
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_learn_file = "{engine}/{opponent}.db";
    learner.apply(settings);
    CHECK(!learner.needs_change(settings));
    learner.set_opponent("../Toga II");
    CHECK(learner.needs_change(settings));
    learner.apply(settings);
    learner.set_opponent(""); // a new game: the name follows
    CHECK(!learner.needs_change(settings));
    CHECK(learner.opponent().empty());
    learner.set_opponent("../Toga II");
    CHECK(!learner.needs_change(settings));
    learner.set_opponent("Fruit");
    learner.apply(settings);
    CHECK(files == std::vector<std::string>{"{engine}/unknown.db", "{engine}/_._Toga_II.db",
                                            "{engine}/Fruit.db"});
    settings.book_learn_file = "one.db";
    learner.apply(settings);
    learner.set_opponent("Toga");
    CHECK(!learner.needs_change(settings));                 // one store for all
    settings.book_learn_file = "postgresql://h/{opponent}"; // a server's name stays as it is
    learner.apply(settings);
    CHECK(files.back() == "postgresql://h/{opponent}");
    learner.set_opponent("Fruit");
    CHECK(!learner.needs_change(settings));
}

TEST_CASE(
    "infos of a search for our move are looked at for its score, others are passed together") {
    const std::string infos = "info depth 1 score cp 5 pv e7e5\ninfo depth 2 score cp 9 pv d7d5\n";
    SessionTable table;
    table.say({"ucinewgame", "position startpos moves d2d4", "go infinite"});
    CHECK(table.session.on_engine_infos(infos, {}, table.out) == infos.size());
    table.session.on_engine_line("bestmove d7d5", {}, table.out);
    table.say({"ucinewgame", "position startpos moves d2d4", "go wtime 60000 btime 60000"});
    CHECK(table.session.on_engine_infos(infos, {}, table.out) == 0);
}

TEST_CASE("a reset goes step by step, and nothing is written meanwhile") {
    LearnerTable context;
    const auto& start = chess::Position::start();
    auto later = start;
    later.make(*chess::parse_uci_move(start, "e2e4"));
    context.learner.add({{start, *chess::parse_uci_move(start, "e2e4")},
                         {later, *chess::parse_uci_move(later, "e7e5")}},
                        2, "A", "");
    REQUIRE(context.learner.write(0ms).written.size() == 1);
    context.learner.add(context.moves(), 1, "forgotten with the rest", "");
    CHECK(context.learner.reset().done.moves == 1);
    CHECK(context.learner.waiting() == 0);
    CHECK(context.learner.is_resetting());
    context.learner.add(context.moves(), 0, "B", "");
    CHECK(context.learner.write(0ms).written.empty());
    const auto last = context.learner.reset();
    CHECK(last.done.moves == 2);
    CHECK_FALSE(last.error.has_value());
    CHECK_FALSE(context.learner.is_resetting());
    CHECK(context.learner.write(0ms).written.size() == 1);
}

TEST_CASE("a reset that other settings cut off is reported") {
    LearnerTable context;
    const auto& start = chess::Position::start();
    auto later = start;
    later.make(*chess::parse_uci_move(start, "e2e4"));
    context.learner.add({{start, *chess::parse_uci_move(start, "e2e4")},
                         {later, *chess::parse_uci_move(later, "e7e5")}},
                        2, "A", "");
    REQUIRE(context.learner.write(0ms).written.size() == 1);
    context.learner.reset();
    context.settings.book_learn = false;
    CHECK(context.learner.apply(context.settings).warning ==
          "results of 1 moves forgotten, the others not: the settings have changed");
    CHECK_FALSE(context.learner.is_resetting());
}

TEST_CASE("a UCI game counts against the opponent that the GUI had named when the game began") {
    SessionTable table;
    table.say({"setoption name UCI_Opponent value GM 2800 human Alice", "position startpos",
               "go movetime 100", "setoption name UCI_Opponent value none none computer Bob 7",
               "gameover win", "ucinewgame", "position startpos", "go movetime 100",
               "gameover loss"});
    CHECK(table.store->games.empty()); // no move waits for it
    CHECK(table.session.results_due() == TimePoint{});
    table.session.on_results_due({}, table.out);
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-Alice: 2", "Toy 1-Bob 7: 0"});
}

TEST_CASE("xboard: a pong says that the results before its ping have been written") {
    SessionTable table({"xboard", "new", "go", "result 1-0 {White mates}", "ping 1"});
    CHECK(table.store->games.empty());
    table.session.on_engine_line("readyok", {}, table.out); // of ucinewgame
    table.session.on_engine_line("readyok", {}, table.out);
    CHECK(table.out.to_gui.ends_with("pong 1\n"));
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
    CHECK(table.session.results_due() == std::nullopt);
}

TEST_CASE("a game that ends while results are being forgotten is written when we leave") {
    SessionTable table;
    table.store->learn_line({"e2e4", "e7e5", "g1f3"});
    table.say({"setoption name Polyglot BookLearnReset", "position startpos", "go movetime 100",
               "gameover win"});
    table.session.on_results_due({}, table.out);
    CHECK(table.store->games.empty());
    CHECK(table.session.results_due());
    table.say({"quit"});
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
    CHECK_FALSE(table.session.results_due());
}

TEST_CASE("long names are cut, so that no name fills the store") {
    LearnerTable context;
    context.learner.set_engine(std::string(1 << 20, 'e'));
    context.learner.add(context.moves(), 2, std::string(1 << 20, 'o'), "");
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    CHECK(context.store->games ==
          std::vector<std::string>{std::string(1000, 'e') + '-' + std::string(1000, 'o') + ": 2"});
    context.learner.set_opponent(std::string(1001, 'x'));
    CHECK(context.learner.opponent().size() == 1000);
}

TEST_CASE("a book that may only be read is another store") {
    LearnerTable context;
    context.settings.book_read_only = true;
    CHECK(context.learner.needs_change(context.settings));
    context.learner.apply(context.settings);
    CHECK(context.opened == 2);
}

TEST_CASE("what is learnt is known without a log, too") {
    LearnerTable context;
    Random random{1};
    NoLog log;
    const session::Environment environment = session::with_logged_answers(
        {.open_book = [](const std::string&) -> Result<session::OpenedBook> {
             return make_error("no book here");
         },
         .random = random,
         .log = log,
         .open_learn_store =
             [&context](const config::Settings&) {
                 return book::OpenedLearnStore{context.store, {}, {}};
             }});
    const auto store = environment.open_learn_store(context.settings).store;
    REQUIRE(store->record({context.moves(), 2, "Toy", ""}).has_value());
    std::vector<book::Entry> entries{{.move = context.moves()[0].move, .weight = 1}};
    store->recall(chess::Position::start(), {.engine = "Toy", .opponent = ""}, entries);
    CHECK(entries[0].learn_count == 1);
    CHECK(entries[0].learn_sum == 2);
}

TEST_CASE("what a store takes in is summed over its steps") {
    LearnerTable context;
    for (int i = 0; i < 3; ++i)
        context.store->file.push_back({context.moves(), 2, "Toy", ""});
    context.store->left_out = 2;
    context.settings.book_learn_file = "other.db";
    context.learner.apply(context.settings);
    REQUIRE(context.learner.takes_in());
    CHECK(context.learner.take_in(2).so_far.left_out == 2);
    CHECK(context.learner.takes_in());
    const book::TakenIn all = context.learner.take_in(2).so_far;
    CHECK(all.games == 3);
    CHECK(all.moves == 3);
    CHECK(all.left_out == 4);
    CHECK_FALSE(context.learner.takes_in());
}

namespace {

// Knows whose results it was asked for last.
class ScopeStore final : public tools::MemoryStore {
  public:
    void recall(const chess::Position&, const book::LearnScope& scope,
                std::vector<book::Entry>&) const override {
        last = scope;
    }
    bool is_asking() const override { return true; }
    mutable book::LearnScope last{};
};

} // namespace

TEST_CASE("BookLearnPer says whose results count: the engine's, unless it names another") {
    const auto store = std::make_shared<ScopeStore>();
    session::Learner learner{[&store](const config::Settings&) -> book::OpenedLearnStore {
        return {store, "", {}};
    }};
    using Per = book::LearnScope::Per;
    config::Settings settings;
    settings.book = settings.book_learn = true;
    for (const auto& [per, expected] :
         {std::pair{"engine", Per::Engine}, {"Opponent", Per::Opponent}, {"ALL", Per::All}}) {
        settings.book_learn_per = per;
        learner.apply(settings);
        std::vector<book::Entry> entries(1);
        learner.recall(chess::Position::start(), true, entries);
        CHECK(store->last.per == expected);
    }
}

TEST_CASE("a server is asked only about positions that a book has, and only while results count") {
    const auto store = std::make_shared<ScopeStore>();
    session::Learner learner{[&store](const config::Settings&) -> book::OpenedLearnStore {
        return {store, "", {}};
    }};
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_learn_file = "postgresql://h/d";
    learner.apply(settings);
    std::vector<book::Entry> none;
    learner.recall(chess::Position::start(), false, none);
    CHECK_FALSE(learner.is_asking());
    std::vector<book::Entry> entries(1);
    learner.recall(chess::Position::start(), false, entries);
    CHECK(learner.is_asking());
    learner.recall(chess::Position::start(), false, none);
    CHECK(learner.is_asking()); // still about the other position
    learner.begin_recall();
    CHECK_FALSE(learner.is_asking());
    const auto start = chess::VariantPosition::start(chess::atomic);
    learner.recall(start, false, none);
    CHECK_FALSE(learner.is_asking());
    learner.recall(start, false, entries);
    CHECK(learner.is_asking());
}

TEST_CASE("a store that works again takes new games, and reports what it takes in from the start") {
    LearnerTable context;
    context.store->file.push_back({context.moves(), 2, "Toy", ""});
    context.store->file.push_back({context.moves(), 2, "Toy", ""});
    context.settings.book_learn_file = "other.db";
    context.learner.apply(context.settings);
    CHECK(context.learner.take_in(1).so_far.games == 1);
    context.store->mood = MoodyStore::Mood::Broken;
    context.learner.add(context.moves(), 2, "A", "");
    CHECK(context.learner.write(0ms).unwritten.size() == 1);
    CHECK_FALSE(context.learner.takes_in());
    context.store->mood = MoodyStore::Mood::Good;
    REQUIRE(context.learner.recover(context.settings));
    context.learner.add(context.moves(), 1, "B", "");
    CHECK(context.learner.write(0ms).written.size() == 1);
    CHECK(context.store->games.back() == "Toy-B: 1");
    CHECK(context.learner.take_in(9).so_far.games == 2); // without the one before
}

TEST_CASE("games beside a store that stays broken are reported once for each reason") {
    LearnerTable context;
    context.store->file.push_back({context.moves(), 2, "Toy", ""});
    const auto reopen = [&context](const char* file) {
        context.settings.book_learn_file = file;
        context.learner.apply(context.settings);
        REQUIRE(context.learner.takes_in());
        context.store->set_patience(9s);
        return context.learner.take_in(9);
    };
    context.store->mood = MoodyStore::Mood::Broken;
    const auto first = reopen("a.db");
    CHECK(first.error->message == "the disk is full");
    CHECK(first.is_news);
    CHECK_FALSE(first.is_busy);
    CHECK_FALSE(context.learner.takes_in());
    CHECK(context.store->patience() == 0ms);
    CHECK_FALSE(reopen("b.db").is_news);
    context.store->mood = MoodyStore::Mood::Busy;
    const auto busy = reopen("c.db");
    CHECK(busy.is_busy);
    CHECK_FALSE(busy.is_news);
    CHECK(context.learner.takes_in());
}

TEST_CASE("a reset waits for nobody, and is over when another file replaces the book") {
    LearnerTable context;
    context.store->learn_line({"e2e4", "e7e5"});
    context.store->set_patience(9s);
    CHECK_FALSE(context.learner.reset().error.has_value());
    CHECK(context.store->patience() == 0ms);
    REQUIRE(context.learner.is_resetting());
    context.learner.reopen(context.settings);
    CHECK_FALSE(context.learner.is_resetting());
}

TEST_CASE("a book whose place another file took without results is tried again") {
    LearnerTable context;
    const auto store = std::exchange(context.store, nullptr);
    context.settings.book_file = "other.bin";
    context.learner.apply(context.settings); // no store for this one
    CHECK_FALSE(context.learner.learns());
    context.learner.reopen(context.settings);
    context.store = store;
    CHECK(context.learner.recover(context.settings));
    CHECK(context.learner.writes());
}

TEST_CASE("the warning of a reset that was cut off precedes that of the new store") {
    LearnerTable context;
    context.store->learn_line({"e2e4", "e7e5"});
    context.learner.reset();
    context.warning = "read only";
    context.settings.book_learn_file = "other.db";
    CHECK(context.learner.apply(context.settings).warning ==
          "results of 1 moves forgotten, the others not: the settings have changed; read only");
}
