#include "adapter/session/session.hpp"
#include "adapter/session/shared/answers.hpp"
#include "core/chess/uci_move.hpp"
#include "storage/stores/memory_store.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using session::Learner;
using session::TimePoint;
using namespace std::chrono_literals;

namespace {

// Does what it is told to with the next game.
class MoodyStore final : public tools::MemoryStore {
  public:
    enum class Mood { Good, Busy, Broken } mood = Mood::Good, file_mood = Mood::Good;
    std::vector<std::string> games;    // "ENGINE-OPPONENT: half-points"
    std::deque<book::LearntGame> file; // beside it
    std::size_t written_moves = 0;     // in spite of an error
    std::size_t keeps = 0;             // calls

    Result<std::size_t> record(const book::LearntGame& game) override {
        if (refuses(mood)) return *refusal_;
        games.push_back(name_of(game));
        return MemoryStore::record(game);
    }
    std::size_t written() const override { return written_moves; }
    bool may_try_again() const override { return refusal_ && refusal_->message == "busy"; }
    Result<std::string> keep(const std::vector<book::LearntGame>& kept) override {
        ++keeps;
        if (refuses(file_mood)) return *refusal_;
        file.insert(file.end(), kept.begin(), kept.end());
        return std::string("learn.db.waiting");
    }
    bool has_kept() const override { return !file.empty(); }
    Result<book::TakenIn> take_in(std::size_t most_games) override {
        if (refuses(mood)) return *refusal_;
        book::TakenIn step;
        for (; !file.empty() && step.games < most_games; ++step.games) {
            step.moves += record(file.front()).value();
            file.pop_front();
        }
        step.has_more = !file.empty();
        return step;
    }
    static std::string name_of(const book::LearntGame& game) {
        return game.engine + '-' + game.opponent + ": " + std::to_string(game.half_points);
    }
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        if (refuses(mood)) return *refusal_;
        return MemoryStore::forget(scope, from);
    }
    // One result for each move, each in another position: a reset takes as many steps.
    void learn_line(std::initializer_list<std::string_view> moves) {
        chess::Position position = chess::Position::start();
        for (const std::string_view text : moves) {
            const auto move = *chess::parse_uci_move(position, text);
            REQUIRE(MemoryStore::record({{{position, move}}, 2, "Toy", ""}).has_value());
            position.make(move);
        }
    }

  private:
    bool refuses(Mood now) {
        refusal_.reset();
        if (now != Mood::Good) refusal_ = make_error(now == Mood::Busy ? "busy" : "the disk is full");
        return refusal_.has_value();
    }
    std::optional<Error> refusal_;
};

struct SessionContext {
    std::shared_ptr<MoodyStore> store = std::make_shared<MoodyStore>();
    int opened = 0;
    config::Settings settings;
    Learner learner{[this](const config::Settings&) -> book::OpenedLearnStore {
        ++opened;
        return {store, "results go there", {}};
    }};

    SessionContext() {
        settings.book = settings.book_learn = true;
        learner.apply(settings);
        learner.set_engine("Toy");
    }
    std::vector<book::LearntMove> moves() const {
        const auto& start = chess::Position::start();
        return {{start, *chess::parse_uci_move(start, "e2e4")}};
    }
};

class OneMove final : public book::Book {
    std::vector<book::Entry> find(const chess::Position& position) const override {
        const auto move = chess::parse_uci_move(position, "e2e4");
        if (!move) return {};
        return {{.move = *move, .weight = 1}};
    }
};

class NoLog final : public session::Log {
  public:
    NoLog() : Log(false) {}

  private:
    void append(session::Channel /*channel*/, std::string_view /*line*/) override {}
};

config::Settings that_learn() {
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_learn_min_ply = 0;
    return settings;
}

// A UCI GUI and an engine, both greeted, and a book of one move.
struct Table {
    std::shared_ptr<MoodyStore> store = std::make_shared<MoodyStore>();
    Random random{1};
    NoLog log;
    session::Actions out;
    session::Session session{that_learn(),
                             {.open_book = [](const std::string&) -> Result<session::OpenedBook> {
                                  return session::OpenedBook{std::make_shared<OneMove>(), {}};
                              },
                              .random = random,
                              .log = log,
                              .open_learn_store =
                                  [this](const config::Settings&) {
                                      return book::OpenedLearnStore{store, {}, {}};
                                  }}};

    explicit Table(std::initializer_list<std::string_view> greeting = {"uci"}) {
        session.on_engine_started("/engine", {}, out);
        session.on_engine_line("id name Toy 1", {}, out);
        session.on_engine_line("uciok", {}, out);
        say(greeting);
    }
    void say(std::initializer_list<std::string_view> lines) {
        for (const std::string_view line : lines)
            session.on_gui_line(line, {}, out);
    }
};

} // namespace

TEST_CASE("the store is opened when settings ask for another one, and only then") {
    SessionContext context;
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
    context.store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "A", "");
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    CHECK(context.learner.waiting() == 1);
    context.settings.book_file = "other.bin";
    context.learner.apply(context.settings);
    CHECK(context.opened == 3);
    CHECK(context.learner.waiting() == 1); // for the store that was in force
    context.settings.book = false;
    CHECK(context.learner.apply(context.settings).note == "nothing is learnt any more");
    CHECK(!context.learner.learns());
}

TEST_CASE("when another file replaces the book, new and waiting results are written there") {
    SessionContext context;
    CHECK(context.learner.writes_into_book());
    context.store->mood = MoodyStore::Mood::Busy;
    context.learner.add(context.moves(), 2, "A", "");
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    context.store = std::make_shared<MoodyStore>();
    CHECK(context.learner.reopen(context.settings).note == "results go there");
    CHECK(context.opened == 2);
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    CHECK(context.store->games == std::vector<std::string>{"Toy-A: 2"});

    const auto before = std::exchange(context.store, nullptr); // the new one's learn fields mean something else
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
    Learner learner{[&files](const config::Settings& settings) -> book::OpenedLearnStore {
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
    CHECK(files == std::vector<std::string>{"{engine}/unknown.db", "{engine}/_._Toga_II.db", "{engine}/Fruit.db"});
    settings.book_learn_file = "one.db";
    learner.apply(settings);
    learner.set_opponent("Toga");
    CHECK(!learner.needs_change(settings)); // one store for all
}

TEST_CASE("infos of a search for our move are looked at for its score, others are passed together") {
    const std::string infos = "info depth 1 score cp 5 pv e7e5\ninfo depth 2 score cp 9 pv d7d5\n";
    Table table;
    table.say({"ucinewgame", "position startpos moves d2d4", "go infinite"});
    CHECK(table.session.on_engine_infos(infos, {}, table.out) == infos.size());
    table.session.on_engine_line("bestmove d7d5", {}, table.out);
    table.say({"ucinewgame", "position startpos moves d2d4", "go wtime 60000 btime 60000"});
    CHECK(table.session.on_engine_infos(infos, {}, table.out) == 0);
}

TEST_CASE("results that wait go to the store that was in force when the game ended") {
    SessionContext context;
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
    SessionContext context;
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

TEST_CASE("a reset goes step by step, and nothing is written meanwhile") {
    SessionContext context;
    const auto& start = chess::Position::start();
    auto later = start;
    later.make(*chess::parse_uci_move(start, "e2e4"));
    context.learner.add(
        {{start, *chess::parse_uci_move(start, "e2e4")}, {later, *chess::parse_uci_move(later, "e7e5")}}, 2, "A", "");
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
    SessionContext context;
    const auto& start = chess::Position::start();
    auto later = start;
    later.make(*chess::parse_uci_move(start, "e2e4"));
    context.learner.add(
        {{start, *chess::parse_uci_move(start, "e2e4")}, {later, *chess::parse_uci_move(later, "e7e5")}}, 2, "A", "");
    REQUIRE(context.learner.write(0ms).written.size() == 1);
    context.learner.reset();
    context.settings.book_learn = false;
    CHECK(context.learner.apply(context.settings).warning ==
          "results of 1 moves forgotten, the others not: the settings have changed");
    CHECK_FALSE(context.learner.is_resetting());
}

TEST_CASE("a busy store is asked again with the next game, and keeps their order and names") {
    SessionContext context;
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
    CHECK(context.store->games == std::vector<std::string>{"Toy-Alice: 2", "Toy-Bob: 0", "Toy-Carol: 1"});
    std::vector<book::Entry> entries{{.move = context.moves()[0].move, .weight = 1}};
    context.learner.recall(chess::Position::start(), true, entries);
    CHECK(entries[0].learn_count == 3);
    CHECK(entries[0].learn_sum == 3);
}

TEST_CASE("a store that fails is left, its games are kept, and it is asked again only under other settings") {
    SessionContext context;
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
    std::vector<book::Entry> entries{{.move = context.moves()[0].move, .weight = 1, .learn_count = 7, .learn_sum = 3}};
    context.learner.recall(chess::Position::start(), true, entries); // these fields may be something else
    CHECK(entries[0].learn_count == 0);
    CHECK(entries[0].learn_sum == 0);

    CHECK(context.learner.recover(context.settings)); // the disk has room again
    CHECK(context.learner.writes());
    CHECK(!context.learner.recover(context.settings));
    CHECK(context.opened == 2);
    CHECK(context.learner.takes_in());
}

TEST_CASE("of a game that a store has begun to write, the rest is kept") {
    SessionContext context;
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

TEST_CASE("games that a failed store cannot keep, because another process has the file, are kept later") {
    SessionContext context;
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
        REQUIRE(lost.size() == 1);
        CHECK(lost[0].file.empty());
        CHECK(lost[0].why_lost == "busy");
    }
    CHECK(context.learner.waiting() == 0);
}

TEST_CASE("a store that stays busy costs bounded memory") {
    SessionContext context;
    context.store->mood = MoodyStore::Mood::Busy;
    for (int games = 0; games < 5000; ++games) {
        context.learner.add(context.moves(), 2, {}, {});
        for (const auto& kept : context.learner.write(0ms).unwritten)
            CHECK(!kept.file.empty());
        CHECK(context.learner.waiting() <= 1000);
    }
    CHECK(context.store->file.size() + context.learner.waiting() == 5000);
}

TEST_CASE("a UCI game counts against the opponent that the GUI had named when the game began") {
    Table table;
    table.say({"setoption name UCI_Opponent value GM 2800 human Alice", "position startpos", "go movetime 100",
               "setoption name UCI_Opponent value none none computer Bob 7", "gameover win", "ucinewgame",
               "position startpos", "go movetime 100", "gameover loss"});
    CHECK(table.store->games.empty()); // no move waits for it
    CHECK(table.session.results_due() == TimePoint{});
    table.session.on_results_due({}, table.out);
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-Alice: 2", "Toy 1-Bob 7: 0"});
}

TEST_CASE("xboard: a pong says that the results before its ping have been written") {
    Table table({"xboard", "new", "go", "result 1-0 {White mates}", "ping 1"});
    CHECK(table.store->games.empty());
    table.session.on_engine_line("readyok", {}, table.out); // of ucinewgame
    table.session.on_engine_line("readyok", {}, table.out);
    CHECK(table.out.to_gui.ends_with("pong 1\n"));
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
    CHECK(table.session.results_due() == std::nullopt);
}

TEST_CASE("a game that finds the store busy is tried again after a pause, and meanwhile moves pass") {
    Table table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.say({"position startpos", "go movetime 100", "gameover win"});
    TimePoint now{};
    for (const auto pause : {50ms, 100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 6400ms, 10'000ms, 10'000ms}) {
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

    table.store->mood = MoodyStore::Mood::Busy; // the pauses begin anew
    table.say({"ucinewgame", "position startpos", "go movetime 100", "gameover loss"});
    table.session.on_results_due(now, table.out);
    CHECK(table.session.results_due() == now + 50ms);
}

TEST_CASE("a single game that waits for a busy store is due at once with the next game, and with other settings") {
    for (const char* next : {"ucinewgame", "setoption name Polyglot BookRandom value false"}) {
        CAPTURE(next);
        Table table;
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
        Table table;
        const auto old_store = table.store;
        old_store->mood = MoodyStore::Mood::Busy;
        table.say({"position startpos", "go movetime 100", "gameover win"});
        table.session.on_results_due({}, table.out);
        table.store = std::make_shared<MoodyStore>();
        table.say({"setoption name Polyglot BookFile value other.bin", "ucinewgame", "position startpos",
                   "go movetime 100", "gameover loss", last});
        table.session.on_results_due({}, table.out);
        CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 0"});
        CHECK(old_store->games.empty());
    }
}

TEST_CASE("a reset of a busy store is refused, and what waits stays") {
    Table table;
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
    Table table;
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

TEST_CASE("a game that ends while results are being forgotten is written when we leave") {
    Table table;
    table.store->learn_line({"e2e4", "e7e5", "g1f3"});
    table.say({"setoption name Polyglot BookLearnReset", "position startpos", "go movetime 100", "gameover win"});
    table.session.on_results_due({}, table.out);
    CHECK(table.store->games.empty());
    table.say({"quit"});
    CHECK(table.store->games == std::vector<std::string>{"Toy 1-: 2"});
}

TEST_CASE("games that have waited for a store are written a few per event, and all at the end") {
    Table table;
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
    Table table;
    table.store->mood = MoodyStore::Mood::Broken;
    table.say({"position startpos", "go movetime 100", "gameover win"});
    table.out.to_gui.clear();
    table.session.on_results_due({}, table.out);
    CHECK(table.out.to_gui == "info string polyglot: the results of 1 game are kept in learn.db.waiting and will be "
                              "learnt later: the disk is full\n");
}

TEST_CASE("long names are cut, so that no name fills the store") {
    SessionContext context;
    context.learner.set_engine(std::string(1 << 20, 'e'));
    context.learner.add(context.moves(), 2, std::string(1 << 20, 'o'), "");
    REQUIRE(context.learner.write(0ms).unwritten.empty());
    CHECK(context.store->games ==
          std::vector<std::string>{std::string(1000, 'e') + '-' + std::string(1000, 'o') + ": 2"});
    context.learner.set_opponent(std::string(1001, 'x'));
    CHECK(context.learner.opponent().size() == 1000);
}

TEST_CASE("a book that may only be read is another store") {
    SessionContext context;
    context.settings.book_read_only = true;
    CHECK(context.learner.needs_change(context.settings));
    context.learner.apply(context.settings);
    CHECK(context.opened == 2);
}

TEST_CASE("others are not waited for in play, and for a second when we leave") {
    Table table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.say({"position startpos", "go movetime 10", "result 1-0"});
    table.session.on_results_due({}, table.out);
    CHECK(table.store->patience() == 0ms);
    table.say({"quit"});
    CHECK(table.store->patience() == 1s);
}

TEST_CASE("when the GUI quits, the games that a busy store has not taken are kept, and the user gets one message") {
    Table table;
    table.store->mood = MoodyStore::Mood::Busy;
    for (int i = 0; i < 300; ++i)
        table.say({"position startpos", "go movetime 100", "gameover win", "ucinewgame"});
    table.out.to_gui.clear();
    table.say({"quit"});
    CHECK(table.store->games.empty());
    CHECK(table.store->file.size() == 300);
    CHECK(table.out.to_gui == "info string polyglot: the results of 300 games are kept in learn.db.waiting and will be "
                              "learnt later: busy\n");
    table.session.on_engine_exited({}, {}, table.out);
    CHECK(table.session.ended());
}

TEST_CASE("when neither the store nor the file beside it can be written, the user learns how much is lost, and why") {
    Table table;
    table.store->mood = MoodyStore::Mood::Busy;
    table.store->file_mood = MoodyStore::Mood::Broken;
    table.say({"position startpos", "go movetime 100", "gameover win", "ucinewgame", "position startpos",
               "go movetime 100", "gameover loss"});
    table.session.on_results_due({}, table.out);
    table.out.to_gui.clear();
    table.say({"quit"});
    CHECK(table.out.to_gui == "info string polyglot: the results of 2 games are lost: busy; and they cannot be kept: "
                              "the disk is full\n");
}

TEST_CASE("a game whose store stays busy for a second waits in the file, where it outlives a kill") {
    Table table;
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
    SUBCASE("or the GUI quits") {
        CHECK(table.out.to_gui.empty());
        table.say({"quit"});
        CHECK(table.out.to_gui == "info string polyglot: the results of 1 game are kept in learn.db.waiting and will "
                                  "be learnt later: busy\n");
    }
    CHECK(table.store->keeps == 1);
}

TEST_CASE("games that wait beside the store are taken in a few per event, and book moves pass meanwhile") {
    Table table({});
    constexpr std::size_t games = 300;
    const auto e4 = *chess::parse_uci_move(chess::Position::start(), "e2e4");
    for (std::size_t i = 0; i < games; ++i)
        table.store->file.push_back({{{chess::Position::start(), e4}}, 2, "Toy", ""});
    table.say({"uci", "setoption name Polyglot BookFile value other.bin"}); // another store, which has them
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

TEST_CASE("games that wait beside a busy store are tried after pauses, and no reset comes before them") {
    Table table({});
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
    CHECK(table.out.to_gui ==
          "info string polyglot: the results were not reset: games that wait in the file beside the "
          "store must be learnt first\n");
    table.store->mood = MoodyStore::Mood::Good;
    table.session.on_results_due(now, table.out);
    CHECK(table.store->games.size() == 1);
    CHECK(table.session.results_due() == std::nullopt);
}

TEST_CASE("what is learnt is known without a log, too") {
    SessionContext context;
    Random random{1};
    NoLog log;
    const session::Environment environment = session::with_logged_answers(
        {.open_book = [](const std::string&) -> Result<session::OpenedBook> { return make_error("no book here"); },
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
