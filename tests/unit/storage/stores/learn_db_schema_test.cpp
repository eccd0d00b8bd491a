// Stores that another program has made or changed: a schema that differs from ours is refused, and
// no query runs for long.
#include "storage/stores/sqlite.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::learn_db_test;

namespace {

void check_refused(const fs::path& file, LearnDb::Access access) {
    const auto opened = LearnDb::open(file, access);
    REQUIRE_FALSE(opened.has_value());
    CHECK_MESSAGE(
        opened.error().message.find("learn.db: is damaged: its tables are not exactly those") !=
            std::string::npos,
        opened.error().message);
}

void execute(const fs::path& file, const std::string& sql) {
    auto sqlite = io::Sqlite::open(file, io::Sqlite::Access::Write);
    REQUIRE(sqlite.has_value());
    const auto done = sqlite->execute(sql.c_str());
    REQUIRE_MESSAGE(done.has_value(), (done ? "" : done.error().message));
}

} // namespace

TEST_CASE("learn_db: a schema that is not exactly ours is refused, and the file stays as it was") {
    const TemporaryDirectory directory;
    for (const std::string change :
         {"CREATE TABLE more (a)", "CREATE VIEW more AS SELECT 1",
          "CREATE INDEX more ON results (games)", "CREATE INDEX more ON names (length(name))",
          "CREATE TRIGGER more AFTER INSERT ON names BEGIN SELECT 1; END",
          "ALTER TABLE results ADD COLUMN more AS (1)",
          "ALTER TABLE results RENAME COLUMN games TO more",
          "CREATE VIEW pragma_user_version AS SELECT 1 AS user_version", "ANALYZE",
          "DROP TABLE names", "DROP TABLE days", "PRAGMA user_version = 1",
          "DROP TABLE days; CREATE TABLE days (key, day)"}) {
        CAPTURE(change);
        const fs::path file = directory / "learn.db";
        fs::remove(file);
        record(*open(file), game_of({"e2e4"}, 1));
        execute(file, "PRAGMA journal_mode = DELETE; " + change);
        const std::string was = read(file);
        for (const auto access :
             {LearnDb::Access::Create, LearnDb::Access::Write, LearnDb::Access::Read})
            check_refused(file, access);
        CHECK(read(file) == was);
    }
}

TEST_CASE("learn_db: results without any name are refused: the next engine would get them") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    record(*open(file), game_of({"e2e4"}, 1));
    execute(file, "PRAGMA journal_mode = DELETE; DELETE FROM names");
    const std::string was = read(file);
    for (const auto access :
         {LearnDb::Access::Create, LearnDb::Access::Write, LearnDb::Access::Read}) {
        const auto opened = LearnDb::open(file, access);
        REQUIRE(opened.has_error());
        CHECK(opened.error().message.ends_with("learn.db: is damaged: it has results, and no name "
                                               "of an engine that they could be of"));
    }
    CHECK(read(file) == was);
    execute(file, "DELETE FROM results"); // nothing is known then
    CHECK(LearnDb::open(file, LearnDb::Access::Create).has_value());
}

TEST_CASE("learn_db: a table that another program has dropped meanwhile is an error") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    const auto db = open(file);
    record(*db, game_of({"e2e4"}, 1));
    execute(file, "DROP TABLE results");
    const auto forgotten = db->forget({}, 0);
    REQUIRE_FALSE(forgotten.has_value());
    CHECK(forgotten.error().message.find("no such table") != std::string::npos);
    CHECK_FALSE(db->record(game_of({"e2e4"}, 1)).has_value());
}

TEST_CASE("learn_db: a schema that differs from ours only in layout is accepted, and so is one "
          "that VACUUM has copied") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    write(file, "");
    execute(file, "CREATE TABLE names (id  INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
                  "CREATE TABLE results (\n\n key INTEGER NOT NULL, move INTEGER NOT NULL, engine "
                  "INTEGER NOT NULL, "
                  "opponent INTEGER NOT NULL, games INTEGER NOT NULL CHECK (games BETWEEN 1 AND "
                  "4294967295), half_points "
                  "INTEGER NOT NULL CHECK (half_points BETWEEN 0 AND 4294967295 AND half_points <= "
                  "2 * games), first_day "
                  "INTEGER NOT NULL, last_day INTEGER NOT NULL CHECK (first_day <= last_day), "
                  "PRIMARY KEY (key, move, "
                  "engine, opponent)) WITHOUT ROWID; PRAGMA application_id = 0x50674c52; PRAGMA "
                  "user_version = 1");
    record(*open(file), game_of({"e2e4"}, 1));
    execute(file, "VACUUM");
    CHECK(rows_of(*open(file)).size() == 1);
}

TEST_CASE("Sqlite: a statement ends when its budget is spent, and the next one has a new budget") {
    const TemporaryDirectory directory;
    auto sqlite = io::Sqlite::open(directory / "any.db", io::Sqlite::Access::Create);
    REQUIRE(sqlite.has_value());
    sqlite->set_budget(1'000'000);
    const auto endless = sqlite->execute(
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT count(*) FROM c");
    REQUIRE_FALSE(endless.has_value());
    CHECK(endless.error().message.find("takes too long") != std::string::npos);
    sqlite->set_budget(1'000'000);
    CHECK(sqlite->execute("CREATE TABLE t (a)").has_value());
}
