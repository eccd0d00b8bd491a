// Results in an SQLite file: when many write at once, one is killed, the disk is full, or the file
// is damaged.
#include "storage/stores/learn_store.hpp"
#include "storage/stores/sqlite.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::learn_db_test;

TEST_CASE("learn_db: a file that is overwritten or emptied while in use takes no results") {
    for (const std::string& contents : {std::string(), std::string(10'000, '?')}) {
        const TemporaryDirectory directory;
        const fs::path file = directory / "learn.db";
        const auto db = open(file);
        record(*db, game_of({"e2e4"}, 2));
        // The same file: no new name
        std::ofstream(file, std::ios::binary | std::ios::trunc) << contents;
        const auto recorded = db->record(game_of({"e2e4"}, 1));
        REQUIRE_FALSE(recorded.has_value());
        CHECK(recorded.error().message == file.string() + ": was overwritten while it was in use");
    }
}

TEST_CASE("learn_db: a process that finds the file locked gets an error in bounded time and may "
          "try again") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    auto other = io::Sqlite::open(directory / "learn.db", io::Sqlite::Access::Create);
    REQUIRE(other.has_value());
    REQUIRE(other->execute("BEGIN IMMEDIATE").has_value());
    const auto began = std::chrono::steady_clock::now();
    const auto recorded = db->record(game_of({"e2e4"}, 2));
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(10));
    REQUIRE_FALSE(recorded.has_value());
    CHECK(recorded.error().message.find("in use by another process") != std::string::npos);
    CHECK(db->may_try_again());
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{1, 2, 0}); // readers never wait
    REQUIRE(other->execute("ROLLBACK").has_value());
    CHECK_FALSE(db->record(game_of({"e2e4"}, 2, std::string(3'000'000, 'x'))).has_value());
    CHECK_FALSE(db->may_try_again());
    record(*db, game_of({"e2e4"}, 2));
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{2, 4, 0});
}

TEST_CASE("learn_db: a file that others keep locked when it is opened in play is busy, and used "
          "when it no longer is") {
    for (const bool is_made : {true, false}) {
        CAPTURE(is_made);
        const TemporaryDirectory directory;
        const fs::path file = directory / "learn.db";
        if (is_made) record(*open(file), game_of({"e2e4"}, 2));
        auto other = io::Sqlite::open(file, io::Sqlite::Access::Create);
        REQUIRE(other.has_value());
        REQUIRE(other->execute("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; CREATE TABLE x (y)")
                    .has_value());

        const auto opened = io::open_learn_db(file);
        REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
        book::LearnStore& store = **opened;
        store.set_patience(std::chrono::milliseconds(0));
        CHECK_FALSE(store.record(game_of({"e2e4"}, 2)).has_value());
        CHECK(store.may_try_again());
        CHECK_FALSE(store.forget({Per::All, "", ""}, 0).has_value());
        CHECK(store.may_try_again());
        std::vector<book::Entry> entries{
            {learnt(chess::Position::start(), "e2e4").move, 5, 7, 7, 7}};
        store.recall(chess::Position::start(), {Per::All, "", ""}, entries);
        CHECK(entries[0].learn_count == 0);

        REQUIRE(other->execute("ROLLBACK").has_value());
        // A book move needs no game to be written
        store.recall(chess::Position::start(), {Per::All, "", ""}, entries);
        CHECK(entries[0].learn_count == (is_made ? 1 : 0));
        CHECK(store.record(game_of({"e2e4"}, 2)).has_value());
        store.recall(chess::Position::start(), {Per::All, "", ""}, entries);
        CHECK(entries[0].learn_count == (is_made ? 2 : 1));
    }
}

TEST_CASE("learn_db: WAL mode that others did not let us have at first is had with a later game") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    record(*open(file), game_of({"e2e4"}, 2));
    auto other = io::Sqlite::open(file, io::Sqlite::Access::Write);
    REQUIRE(other.has_value());
    REQUIRE(
        other->execute("PRAGMA journal_mode = DELETE; BEGIN; SELECT * FROM results").has_value());
    const auto store = io::open_learn_db(file);
    REQUIRE(store.has_value());
    REQUIRE(other->execute("COMMIT").has_value());
    REQUIRE_FALSE(fs::exists(directory / "learn.db-wal"));
    CHECK((*store)->record(game_of({"e2e4"}, 2)).has_value());
    CHECK(fs::exists(directory / "learn.db-wal"));
}

TEST_CASE("learn_db: an opponent whose name cannot be kept is an error, and nothing of the game is "
          "written") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2, "Fruit", "Toga"));
    CHECK_FALSE(
        db->record(game_of({"e2e4", "d2d4"}, 2, "Fruit", std::string(3'000'000, 'x'))).has_value());
    CHECK(rows_of(*db).size() == 1);
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{1, 2, 0});
}

TEST_CASE("learn_db: a row whose first day is after its last makes no sense") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    auto other = io::Sqlite::open(directory / "learn.db", io::Sqlite::Access::Write);
    REQUIRE(other.has_value());
    REQUIRE(other->execute("UPDATE results SET first_day = 5, last_day = 5").has_value());
    CHECK(rows_of(*db).size() == 1);
    REQUIRE(other->execute("PRAGMA ignore_check_constraints = ON; UPDATE results SET first_day = 6")
                .has_value());
    const auto visited = db->visit({}, [](const io::LearnRow&) -> Result<void> { return {}; });
    REQUIRE_FALSE(visited.has_value());
    CHECK(visited.error().message.find("a row contradicts itself") != std::string::npos);
}

TEST_CASE("learn_db: a reset goes step by step") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    constexpr std::uint64_t positions = 5'000;
    const auto added = db->add([](const LearnDb::RowSink& sink) -> Result<void> {
        for (std::uint64_t n = 0; n < positions; ++n)
            for (const std::uint16_t move :
                 {std::uint16_t{1},
                  std::uint16_t{2}}) // keys over the whole range, those of the upper half too
                if (auto taken = sink({n * (~std::uint64_t{0} / (positions - 1)), move,
                                       n % 2 == 0 ? "A" : "B", "x", 1, 1, 5, 5});
                    !taken)
                    return taken;
        return {};
    });
    REQUIRE(added.has_value());
    const auto first = db->forget({Per::Engine, "A", ""}, 0);
    REQUIRE(first.has_value());
    CHECK(first->moves == 1000); // half of 2000 rows
    CHECK(first->next != 0);
    std::size_t moves = first->moves;
    std::size_t steps = 1;
    for (std::uint64_t next = first->next; next != 0; ++steps) {
        const auto step = db->forget({Per::Engine, "A", ""}, next);
        REQUIRE(step.has_value());
        moves += step->moves;
        next = step->next;
    }
    CHECK(steps >= 5);
    CHECK(moves == positions);
    CHECK(rows_of(*db).size() == positions);
    CHECK(db->reset({Per::All, "", ""}).value().moves == positions);
    CHECK(rows_of(*db).empty());
}

TEST_CASE("learn_db: threads with a connection each lose nothing") {
    const TemporaryDirectory directory;
    constexpr int threads = 8;
    constexpr int games = 25;
    std::vector<std::thread> crew;
    std::array<std::string, threads> errors;
    for (int i = 0; i < threads; ++i)
        crew.emplace_back([&directory, &error = errors[static_cast<std::size_t>(i)]] {
            const auto db = io::open_learn_db(directory / "learn.db");
            if (!db) error = db.error().message;
            for (int game = 0; db && error.empty() && game < games; ++game)
                if (const auto done = (*db)->record(game_of({"e2e4", "d2d4"}, 2)); !done)
                    error = done.error().message;
        });
    for (std::thread& thread : crew)
        thread.join();
    for (const std::string& error : errors)
        CHECK(error.empty());
    const auto db = open(directory / "learn.db");
    CHECK(std::get<0>(recall(*db, {Per::All, "", ""}, "e2e4")) == threads * games);
    CHECK(std::get<1>(recall(*db, {Per::All, "", ""}, "d2d4")) == 2 * threads * games);
}

TEST_CASE("learn_db: damage anywhere in the file is reported or skipped, nothing worse") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    {
        const auto db = open(file);
        for (int i = 0; i < 50; ++i)
            record(*db,
                   game_of({"e2e4", "d2d4"}, i % 3, "engine " + std::to_string(i), "opponent"));
    }
    const std::string sound = read(file);
    std::size_t told = 0;
    for (std::size_t at = 0; at < sound.size(); at += 211) {
        std::string bytes = sound;
        for (std::size_t i = at; i < std::min(at + 16, bytes.size()); ++i)
            bytes[i] = static_cast<char>(~bytes[i]);
        write(file, bytes);
        const auto db = LearnDb::open(file, LearnDb::Access::Create, clock_of(20'000));
        if (!db) {
            ++told;
            continue;
        }
        static_cast<void>(recall(**db, {Per::All, "", ""}, "e2e4"));
        told += (*db)->record(game_of({"e2e4"}, 2, "engine 7")) ? 0U : 1U;
        told += (*db)->reset({Per::All, "", ""}) ? 0U : 1U;
    }
    CHECK(told > 0);
}
