// Results in an SQLite file: what is counted, for whom, and which files are refused.
#include "core/book/polyglot/book.hpp"
#include "storage/stores/learn_store.hpp"
#include "storage/stores/sqlite.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::learn_db_test;

namespace {

void check_refused(const fs::path& file, std::string_view words,
                   LearnDb::Access access = LearnDb::Access::Create) {
    const auto opened = LearnDb::open(file, access);
    REQUIRE_FALSE(opened.has_value());
    CHECK_MESSAGE(opened.error().message.find(words) != std::string::npos, opened.error().message,
                  " / ", words);
    CHECK_MESSAGE(opened.error().message.find(file.filename().string() + ": ") != std::string::npos,
                  opened.error().message);
}

void execute(const fs::path& file, const char* sql) {
    auto sqlite = io::Sqlite::open(file, io::Sqlite::Access::Create);
    REQUIRE(sqlite.has_value());
    REQUIRE(sqlite->execute(sql).has_value());
}

LearnRow row_of(std::string_view move, std::uint32_t games, std::uint32_t half_points,
                std::int32_t first_day, std::int32_t last_day,
                std::optional<LearnRow::Dated> dated = {}) {
    const chess::Position& start = chess::Position::start();
    return {start.key(), book::encode_move(learnt(start, move).move),
            "Fruit",     "Toga",
            games,       half_points,
            first_day,   last_day,
            dated};
}

std::vector<LearnRow> rows_by_day(const LearnDb& db) {
    std::vector<LearnRow> rows;
    const auto visited = db.visit_by_day({}, [&rows](const LearnRow& row) -> Result<void> {
        rows.push_back(row);
        return {};
    });
    REQUIRE_MESSAGE(visited.has_value(), (visited ? "" : visited.error().message));
    return rows;
}

} // namespace

TEST_CASE("learn_db: results are counted for each engine, opponent, position and move") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    record(*db, game_of({"e2e4"}, 1));
    record(*db, game_of({"e2e4"}, 0, "Fruit", "Crafty"));
    record(*db, game_of({"e2e4"}, 2, "Glaurung", "Toga"));
    record(*db, game_of({"d2d4"}, 2));
    record(*db, game_of({}, 2));

    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{4, 5, 0});
    CHECK(recall(*db, {Per::Engine, "Fruit", "nobody"}, "e2e4") == Counts{3, 3, 0});
    CHECK(recall(*db, {Per::Opponent, "Fruit", "Toga"}, "e2e4") == Counts{2, 3, 0});
    CHECK(recall(*db, {Per::Opponent, "Glaurung", "Crafty"}, "e2e4") == Counts{0, 0, 0});
    CHECK(recall(*db, {Per::Engine, "fruit", ""}, "e2e4") == Counts{0, 0, 0});
    CHECK(recall(*db, {Per::All, "", ""}, "d2d4") == Counts{1, 2, 0});
    CHECK(recall(*db, {Per::All, "", ""}, "c2c4") == Counts{0, 0, 0});
    CHECK(rows_of(*db).size() == 4);
    CHECK(rows_of(*db, {"Fruit", {}}).size() == 3);
    CHECK(rows_of(*db, {{}, "Toga"}).size() == 3);
    CHECK(rows_of(*db, {"Glaurung", "Crafty"}).empty());
}

TEST_CASE("learn_db: castling and promotions are found again, other positions are not") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    const chess::Position castling = position_of(castling_fen);
    const chess::Position promoting = position_of("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    book::LearntGame game{{}, 1, "e", "o"};
    game.moves = {learnt(castling, "e1g1"), learnt(promoting, "a7a8n")};
    record(*db, game);
    const LearnScope all{Per::All, "", ""};
    CHECK(recall(*db, all, "e1h1", castling) == Counts{1, 1, 0});
    CHECK(recall(*db, all, "e1c1", castling) == Counts{0, 0, 0});
    CHECK(recall(*db, all, "a7a8n", promoting) == Counts{1, 1, 0});
    CHECK(recall(*db, all, "a7a8q", promoting) == Counts{0, 0, 0});
    const auto rows = rows_of(*db);
    REQUIRE(rows.size() == 2);
    CHECK(std::any_of(rows.begin(), rows.end(), [&](const LearnRow& row) {
        return row == LearnRow{castling.key(), 0x0107, "e", "o", 1, 1, 20'000, 20'000};
    }));
}

TEST_CASE("learn_db: names are bytes") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    const std::array<std::string, 5> names = {"", "'; DROP TABLE results; --",
                                              std::string("a\0b", 3), "\xff\xc3(",
                                              std::string(100'000, 'x')};
    for (const std::string& name : names)
        record(*db, game_of({"e2e4"}, 2, name, name + "!"));
    for (const std::string& name : names) {
        CHECK(recall(*db, {Per::Opponent, name, name + "!"}, "e2e4") == Counts{1, 2, 0});
        REQUIRE(rows_of(*db, {name, {}}).size() == 1);
        CHECK(rows_of(*db, {name, {}})[0].opponent == name + "!");
    }
    // Rows with values that cannot be in our files are all refused.
    CHECK_FALSE(db->record(game_of({"e2e4"}, 2, std::string(3'000'000, 'x'))).has_value());
    CHECK(rows_of(*db).size() == names.size());
}

TEST_CASE("learn_db: the first and the last day, and the age of the last one") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    for (const int day : {20'010, 20'000, 20'020})
        record(*open(file, day), game_of({"e2e4"}, 1));
    record(*open(file, 20'015), game_of({"e2e4"}, 1, "Fruit", "other"));
    const auto rows = rows_of(*open(file), {{}, "Toga"});
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].first_day == 20'000);
    CHECK(rows[0].last_day == 20'020);
    CHECK(recall(*open(file, 20'030), {Per::All, "", ""}, "e2e4") == Counts{4, 4, 10});
    CHECK(recall(*open(file, 20'030), {Per::Opponent, "Fruit", "other"}, "e2e4") ==
          Counts{1, 1, 15});
    // The clock was put back
    CHECK(recall(*open(file, 20'000), {Per::All, "", ""}, "e2e4") == Counts{4, 4, 0});
    CHECK(io::today_by_system_clock() > 20'000);
}

TEST_CASE("learn_db: the days of the games, how each ended, and with which move they began") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    for (const int half_points : {2, 2, 1, 0})
        record(*open(file, 20'000), game_of({"e2e4", "d2d4"}, half_points));
    record(*open(file, 20'007), game_of({"d2d4"}, 0));
    add(*open(file), {row_of("e2e4", 10, 9, 19'000, 20'000), row_of("c2c4", 1, 2, 20'001, 20'001)});
    const auto rows = rows_by_day(*open(file));
    const LearnRow::Dated begun{1, true};
    const LearnRow::Dated not_begun{1, false};
    const std::vector<LearnRow> wanted = {
        row_of("c2c4", 1, 2, 20'001, 20'001), row_of("d2d4", 4, 5, 20'000, 20'000, not_begun),
        row_of("d2d4", 1, 0, 20'007, 20'007, {{0, true}}),
        row_of("e2e4", 4, 5, 20'000, 20'000, begun), row_of("e2e4", 10, 9, 19'000, 20'000)};
    REQUIRE(rows == wanted);
    CHECK(rows[1].won() == 2);
    CHECK(rows[1].lost() == 1);

    // As a whole into another file, and away again.
    const auto copy = open(directory / "copy.db");
    add(*copy, rows);
    CHECK(rows_by_day(*copy) == wanted);
    CHECK(rows_of(*copy) == rows_of(*open(file)));
    std::vector<LearnRow> kept;
    REQUIRE(copy->erase({},
                        [&kept](const std::vector<LearnRow>& all) {
                            kept = all;
                            return Result<void>();
                        })
                .has_value());
    CHECK(kept == wanted);
    add(*copy, kept);
    CHECK(copy->reset({Per::Engine, "Fruit", ""}).value().moves == 3);
    CHECK(rows_by_day(*copy).empty());
}

TEST_CASE("learn_db: a file of format 1 is read, and gets its days with the first game") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    add(*open(file), {row_of("e2e4", 3, 4, 19'000, 19'009)});
    execute(file, "DROP TABLE days; DROP TABLE taken; PRAGMA user_version = 1");
    const auto reading = LearnDb::open(file, LearnDb::Access::Read).value();
    const LearnRow old = row_of("e2e4", 3, 4, 19'000, 19'009);
    CHECK(rows_by_day(*reading) == std::vector{old});
    record(*open(file), game_of({"e2e4"}, 2));
    const LearnRow now = row_of("e2e4", 1, 2, 20'000, 20'000, {{0, true}});
    for (const auto& db : {reading, open(file)}) {
        const auto rows = rows_by_day(*db);
        REQUIRE(rows.size() == 2);
        CHECK(rows[0] == now);
        CHECK(rows[1].games == 3);
        CHECK(rows[1].half_points == 4);
    }
    CHECK(recall(*open(file), {Per::All, "", ""}, "e2e4") == Counts{4, 6, 0});
}

TEST_CASE("learn_db: counts above 32 bits are halved, and the score stays") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    constexpr std::uint32_t most = 0xffffffff;
    const chess::Position& start = chess::Position::start();
    const std::uint16_t e4 = book::encode_move(learnt(start, "e2e4").move);
    struct Row {
        std::uint32_t games, half_points, games_after, half_points_after; // one won game later
    };
    for (const auto& [games, half_points, games_after, half_points_after] :
         {Row{most, 0, 0x80000000, 1}, Row{most, most, 0x80000000, 0x80000000},
          Row{0x7fffffff, 0xfffffffe, 0x40000000, 0x80000000},
          Row{0x80000000, most - 1, 0x40000001, 0x80000000}, Row{most - 1, 7, most, 9}}) {
        REQUIRE(db->erase({}).has_value());
        add(*db, {{start.key(), e4, "Fruit", "Toga", games, half_points, 1, 1}});
        record(*db, game_of({"e2e4"}, 2));
        const auto rows = rows_of(*db);
        REQUIRE(rows.size() == 1);
        CHECK(rows[0].games == games_after);
        CHECK(rows[0].half_points == half_points_after);
    }
    // The sum over opponents does not fit either.
    REQUIRE(db->erase({}).has_value());
    std::vector<LearnRow> rows;
    for (const char* opponent : {"a", "b", "c"})
        rows.push_back({start.key(), e4, "Fruit", opponent, most, most, 1, 1});
    add(*db, rows);
    CHECK(recall(*db, {Per::Engine, "Fruit", ""}, "e2e4") ==
          Counts{0xc0000000, 0xbfffffff, 19'999});
}

TEST_CASE("learn_db: reset deletes the results in the scope") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    const auto fill = [&db] {
        for (const char* engine : {"A", "B"})
            for (const char* opponent : {"x", "y"})
                record(*db, game_of({"e2e4", "d2d4"}, 1, engine, opponent));
    };
    fill();
    CHECK(db->reset({Per::Opponent, "A", "x"}).value().moves == 2);
    CHECK(rows_of(*db).size() == 6);
    CHECK(db->reset({Per::Engine, "B", "x"}).value().moves == 2);
    CHECK(rows_of(*db).size() == 2);
    CHECK(db->reset({Per::Engine, "nobody", ""}).value().moves == 0);
    fill();
    CHECK(db->erase({{}, "y"}).value() == 2);
    CHECK(rows_of(*db).size() == 4);
    CHECK(db->reset({Per::All, "", ""}).value().moves == 2);
    CHECK(rows_of(*db).empty());
    fill();
    CHECK(rows_of(*db).size() == 8);
    // What goes is handed over first; if it cannot be kept, it stays.
    const auto all = rows_of(*db);
    CHECK_FALSE(db->erase({"A", {}}, [](const std::vector<LearnRow>&) {
                      return make_error("no room");
                  }).has_value());
    CHECK(rows_of(*db) == all);
    std::vector<LearnRow> kept;
    const auto keep = [&kept](const std::vector<LearnRow>& rows) {
        kept = rows;
        return Result<void>();
    };
    CHECK(db->erase({"a", "?", true}, keep).value() == 2);
    CHECK(kept.size() == 4);
    CHECK(rows_of(*db).size() == 4);
    CHECK(db->erase({"a", {}}, [](const std::vector<LearnRow>&) {
                return make_error("not called");
            }).value() == 0);
}

TEST_CASE("learn_db: either all rows are added or no row") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    const auto before = rows_of(*db);
    const auto failed = db->add([](const LearnDb::RowSink& sink) -> Result<void> {
        if (auto added = sink({1, 2, "new", "", 3, 4, 5, 6}); !added) return added;
        return make_error("half of it was enough");
    });
    CHECK(failed.error().message == "half of it was enough");
    CHECK(rows_of(*db) == before);
    const auto impossible = db->add([](const LearnDb::RowSink& sink) {
        return sink({1, 2, "e", "o", 3, 7, 5, 6});
    });
    CHECK(impossible.error().message.find("learn.db: ") != std::string::npos);
    CHECK(rows_of(*db) == before);
}

TEST_CASE("learn_db: a file that is not our store is refused and not changed") {
    const TemporaryDirectory directory;
    check_refused(directory.path, "is a directory");
    check_refused(directory / "no" / "learn.db", "there is no directory");
    check_refused(directory / "learn.db", "there is no such file", LearnDb::Access::Read);
    CHECK_FALSE(fs::exists(directory / "learn.db"));
    CHECK(io::open_learn_db({}).error().message.find("is not the path") != std::string::npos);

    write(directory / "text", "not a database");
    check_refused(directory / "text", "is not an SQLite file");
    CHECK(read(directory / "text") == "not a database");
    write(directory / "book.bin", std::string(65'536, '\x42'));
    check_refused(directory / "book.bin", "is not an SQLite file");
    execute(directory / "cookies.db", "CREATE TABLE cookies (a); PRAGMA application_id = 17");
    const std::string cookies = read(directory / "cookies.db");
    check_refused(directory / "cookies.db", "is an SQLite file of another program or purpose");
    CHECK(read(directory / "cookies.db") == cookies);
    execute(directory / "plain.db", "CREATE TABLE results (a)");
    check_refused(directory / "plain.db", "is an SQLite file of another program or purpose");

    open(directory / "new.db");
    execute(directory / "new.db", "PRAGMA user_version = 5");
    check_refused(directory / "new.db", "was made by a newer version of polyglot (format 5");
    open(directory / "bare.db");
    execute(directory / "bare.db", "DROP TABLE results");
    check_refused(directory / "bare.db", "its tables are not exactly those");
    write(directory / "empty.db", "");
    check_refused(directory / "empty.db", "is empty", LearnDb::Access::Read);
    record(*open(directory / "empty.db"), game_of({"e2e4"}, 1)); // made with touch: as good as none
}

TEST_CASE("learn_db: a reader leaves no file beside the store that was not there before") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    record(*open(file), game_of({"e2e4"}, 2));
    const auto files = [&directory] {
        return std::distance(fs::directory_iterator(directory.path), fs::directory_iterator());
    };
    REQUIRE(files() == 1);
    const auto written = fs::last_write_time(file);
    CHECK(rows_of(*io::LearnDb::open(file, io::LearnDb::Access::Read).value()).size() == 1);
    CHECK(files() == 1);
    CHECK(fs::last_write_time(file) == written);
    {
        // It still may not write, and keeps no process from writing.
        auto reader = io::Sqlite::open(file, io::Sqlite::Access::Read);
        REQUIRE(reader.has_value());
        CHECK_FALSE(reader->execute("DELETE FROM results").has_value());
        const auto rows = reader->prepare("SELECT count(*) FROM results");
        REQUIRE(rows.has_value());
        record(*open(file), game_of({"e2e4"}, 2));
    }
    CHECK(files() == 1);
    {
        const auto writer = open(file);
        record(*writer, game_of({"e2e4"}, 2));
        REQUIRE(files() == 3);
        CHECK(rows_of(*io::LearnDb::open(file, io::LearnDb::Access::Read).value()).size() == 1);
        CHECK(files() == 3); // the writer's
        record(*writer, game_of({"e2e4"}, 2));
    }
    CHECK(files() == 1);
    CHECK(recall(*open(file), {Per::All, "", ""}, "e2e4") == Counts{4, 8, 0});
}
