// Games that wait for a store of either kind are in it once, whatever has happened meanwhile.
#include "core/text/path_text.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/stores/sqlite.hpp"
#include "storage/stores/waiting_file.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"
#include "tests/unit/storage/stores/learn_fields_support.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using learn_fields_test::Bytes;
using learn_fields_test::Fixture;
using learn_fields_test::ruy_lopez;
using learn_fields_test::Sample;

namespace {

namespace fs = std::filesystem;

book::TakenIn take_all(book::LearnStore& store) {
    store.set_patience(0ms);
    book::TakenIn all{.has_more = true};
    for (int steps = 0; all.has_more && steps < 1000; ++steps) {
        const auto step = store.take_in(4);
        REQUIRE_MESSAGE(step.has_value(), (step ? "" : step.error().message));
        all = {.games = all.games + step->games,
               .moves = all.moves + step->moves,
               .left_out = all.left_out + step->left_out,
               .has_more = step->has_more,
               .problem = step->problem};
    }
    return all;
}

std::shared_ptr<book::LearnStore> open_db(const fs::path& file) {
    auto store = io::open_learn_db(file);
    REQUIRE_MESSAGE(store.has_value(), (store ? "" : store.error().message));
    (*store)->set_patience(0ms);
    return *std::move(store);
}

void learn_ruy_lopez(Sample& sample, std::uint16_t games, std::uint16_t half_points) {
    sample.learn("", "e2e4", games, half_points);
    sample.learn("e2e4 e7e5", "g1f3", games, half_points);
    sample.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", games, half_points);
    sample.learn("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", games, half_points);
}

// What a process that was killed while it took in the game has left: a note.
std::string note_on_first(const std::string& text, std::string_view words) {
    const std::size_t at = text.find("v1 game ") + std::string_view("v1 game ").size();
    return io::format_waiting_progress(text.substr(at, 32), words);
}

} // namespace

TEST_CASE("a book whose entries others keep locked: games are kept, and are in it once when they "
          "are free") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    const auto store = learn_fields_test::open(fixture.book);
    store->set_patience(0ms);
    const auto other = io::open_shared_file(fixture.book);
    REQUIRE(*(*other)->try_lock(0, sample.bytes().size()));
    const book::LearntGame game = learn_fields_test::game(ruy_lopez, 1);
    CHECK_FALSE(store->record(game).has_value());
    CHECK(store->may_try_again());
    CHECK(store->written() == 0);
    CHECK(store->keep(std::vector<book::LearntGame>(300, game)).value() ==
          to_text(fixture.directory / "book.bin.waiting"));
    const auto next = learn_fields_test::open(fixture.book);
    CHECK(next->has_kept());
    next->set_patience(0ms);
    CHECK_FALSE(next->take_in(4).has_value());
    CHECK(next->may_try_again());
    CHECK(fixture.bytes() == sample.bytes());
    REQUIRE((*other)->unlock(0, sample.bytes().size()).has_value());
    const book::TakenIn taken = take_all(*next);
    CHECK(taken.games == 300);
    CHECK(taken.moves == 1200);
    CHECK(taken.left_out == 300); // b5a4 is not in the book
    CHECK(!next->has_kept());
    CHECK(take_all(*store).games == 0);
    learn_ruy_lopez(sample, 300, 300);
    CHECK(fixture.bytes() == sample.bytes());
    CHECK(fixture.folder.files() == 1);
}

TEST_CASE("a store that another program keeps locked: games are kept, and are in it once, of their "
          "own day") {
    const test::Folder folder;
    const fs::path file = folder / "learn.db";
    const auto store = open_db(file);
    auto other = io::Sqlite::open(file, io::Sqlite::Access::Create);
    REQUIRE(other.has_value());
    REQUIRE(other->execute("BEGIN EXCLUSIVE").has_value());
    book::LearntGame game = learn_db_test::game_of({"e2e4", "d2d4"}, 1);
    game.age = std::chrono::hours(24 * 30);
    CHECK_FALSE(store->record(game).has_value());
    CHECK(store->may_try_again());
    REQUIRE(store->keep(std::vector<book::LearntGame>(300, game)).has_value());
    const auto next = open_db(file);
    CHECK(next->has_kept());
    CHECK_FALSE(next->take_in(4).has_value());
    CHECK(next->may_try_again());
    REQUIRE(other->execute("ROLLBACK").has_value());
    CHECK(take_all(*next).games == 300);
    CHECK(!next->has_kept());
    const std::int32_t day = io::today_by_system_clock() - 30;
    for (const io::LearnRow& row : learn_db_test::rows_of(*learn_db_test::open(file))) {
        CHECK(row.games == 300);
        CHECK(row.half_points == 300);
        CHECK(row.first_day >= day - 1); // midnight may be near
        CHECK(row.last_day <= day);
    }
}

TEST_CASE(
    "a game that a killed process has written to a database, but not marked as done, counts once") {
    const test::Folder folder;
    const fs::path file = folder / "learn.db";
    const auto store = open_db(file);
    const book::LearntGame game = learn_db_test::game_of({"e2e4"}, 2);
    REQUIRE(store->keep({game, game}).has_value());
    const std::string before = folder.read("learn.db.waiting");
    REQUIRE(store->take_in(1).has_value());
    folder.write("learn.db.waiting", before); // it was killed before it could note that
    CHECK(take_all(*open_db(file)).games == 2);
    folder.write("learn.db.waiting", before); // or the file is that of a backup
    CHECK(take_all(*open_db(file)).games == 2);
    REQUIRE(store->keep({game}).has_value()); // the same moves again: another game
    CHECK(take_all(*store).games == 1);
    const auto rows = learn_db_test::rows_of(*learn_db_test::open(file));
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].games == 3);
}

// After each number of entries written and notes made, a process is killed; the next one completes
// the game.
TEST_CASE("a game that a killed process has begun to write into a book is completed") {
    constexpr int moves = 4;
    for (int noted = 0; noted < moves; ++noted) {
        for (const bool is_written : {false, true}) {
            CAPTURE(noted);
            CAPTURE(is_written);
            Sample sample;
            learn_ruy_lopez(sample, 3, 4);
            const std::vector<std::pair<std::string_view, std::string_view>> entries{
                {"", "e2e4"},
                {"e2e4 e7e5", "g1f3"},
                {"e2e4 e7e5 g1f3 b8c6", "f1b5"},
                {"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1"}};
            for (int i = 0; i < noted + (is_written ? 1 : 0); ++i)
                sample.learn(entries[static_cast<std::size_t>(i)].first,
                             entries[static_cast<std::size_t>(i)].second, 4, 6);
            const Fixture fixture(sample.bytes());
            const auto store = learn_fields_test::open(fixture.book);
            book::LearntGame game = learn_fields_test::game(ruy_lopez, 2);
            // b5a4 is not in the book: the numbers are those of the game's moves
            const std::size_t number = noted < 3 ? static_cast<std::size_t>(noted) : 4;
            REQUIRE(game.moves.size() == 5);
            REQUIRE(store->keep({game}).has_value());
            const std::string text = fixture.folder.read("book.bin.waiting");
            fixture.folder.write("book.bin.waiting",
                                 text + note_on_first(text, std::to_string(number) + " 3 4"));
            CHECK(take_all(*store).games == 1);
            learn_ruy_lopez(sample, 4, 6);
            CHECK(fixture.bytes() == sample.bytes());
        }
    }
}

TEST_CASE("moves of a game that waits which the book has no longer are left out, and counted") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    const book::LearntGame game = learn_fields_test::game("e2e4 e7e5 g1f3", 2);
    // Windows replaces no open file, so the store is closed at once.
    REQUIRE(learn_fields_test::open(fixture.book)->keep({game, game}).has_value());
    std::erase_if(sample.entries, [](const book::RawEntry& entry) {
        return entry.key == learn_fields_test::key_after("e2e4 e7e5");
    });
    Fixture::write(fixture.directory / "new.bin", sample.bytes());
    fs::rename(fixture.directory / "new.bin", fixture.book);
    const auto next = learn_fields_test::open(fixture.book);
    const book::TakenIn taken = take_all(*next);
    CHECK(taken.games == 2);
    CHECK(taken.moves == 2);
    CHECK(taken.left_out == 2);
    sample.learn("", "e2e4", 2, 4);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("a database that is removed while a game is written gets it when it is made again") {
    const test::Folder folder;
    const fs::path file = folder / "learn.db";
    const auto store = open_db(file);
    REQUIRE(store->keep({learn_db_test::game_of({"e2e4"}, 2)}).has_value());
#ifdef _WIN32
    MESSAGE("skipped: Windows removes no open database");
    return;
#endif
    for (const char* name : {"learn.db", "learn.db-wal", "learn.db-shm"})
        fs::remove(folder / name);
    CHECK(take_all(*store).games == 1);
    CHECK(learn_db_test::rows_of(*learn_db_test::open(file)).size() == 1);
}

TEST_CASE(
    "a store of format 2 gets the table of games that have waited when it is opened for writing") {
    const test::Folder folder;
    const fs::path file = folder / "learn.db";
    learn_db_test::record(*learn_db_test::open(file), learn_db_test::game_of({"e2e4"}, 2));
    {
        auto sqlite = io::Sqlite::open(file, io::Sqlite::Access::Write);
        REQUIRE(sqlite->execute("DROP TABLE taken; PRAGMA user_version = 2").has_value());
    }
    CHECK(learn_db_test::rows_of(*io::LearnDb::open(file, io::LearnDb::Access::Read).value())
              .size() == 1);
    const auto store = open_db(file);
    REQUIRE(store->keep({learn_db_test::game_of({"d2d4"}, 2)}).has_value());
    CHECK(take_all(*store).games == 1);
    CHECK(learn_db_test::rows_of(*learn_db_test::open(file)).size() == 2);
}
