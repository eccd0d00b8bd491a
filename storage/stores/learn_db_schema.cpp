#include "storage/stores/learn_db_schema.hpp"

#include "storage/stores/store_schema.hpp"

namespace polyglot::io {
namespace {

// The rows of a position's moves are adjacent, so that reading one or two pages finds all of its
// results.
constexpr std::string_view names_sql =
    "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)";
constexpr std::string_view results_sql = R"sql(CREATE TABLE results (
        key INTEGER NOT NULL, move INTEGER NOT NULL, engine INTEGER NOT NULL, opponent INTEGER NOT NULL,
        games INTEGER NOT NULL CHECK (games BETWEEN 1 AND 4294967295),
        half_points INTEGER NOT NULL CHECK (half_points BETWEEN 0 AND 4294967295 AND half_points <= 2 * games),
        first_day INTEGER NOT NULL, last_day INTEGER NOT NULL CHECK (first_day <= last_day),
        PRIMARY KEY (key, move, engine, opponent)) WITHOUT ROWID)sql";
// The days are in a separate table, because every move in play reads the results.
constexpr std::string_view days_sql = R"sql(CREATE TABLE days (
        key INTEGER NOT NULL, move INTEGER NOT NULL, engine INTEGER NOT NULL, opponent INTEGER NOT NULL,
        day INTEGER NOT NULL, begins INTEGER NOT NULL CHECK (begins IN (0, 1)),
        won INTEGER NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
        drawn INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
        lost INTEGER NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
        PRIMARY KEY (key, move, engine, opponent, day, begins)) WITHOUT ROWID)sql";

// The games that have waited in a file and are written, so that they are not written again.
constexpr std::string_view taken_sql =
    "CREATE TABLE taken (id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID";

// If names are missing, the next engine would get the number of an earlier one, and its results.
Result<void> check_names(Sqlite& sqlite, const std::string& file) {
    const auto nameless = number_of(
        sqlite, "SELECT EXISTS (SELECT 1 FROM results) AND NOT EXISTS (SELECT 1 FROM names)");
    if (!nameless) return nameless.error();
    if (*nameless == 0) return {};
    return make_error(
        file + ": is damaged: it has results, and no name of an engine that they could be of");
}

} // namespace

Result<void> set_up_learn_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access) {
    const StoreSchema schema{.application_id = 0x50674c52, // "PgLR"
                             .version = learn_db_version,
                             .objects = {{"table", "days", "days", days_sql, 2},
                                         {"table", "names", "names", names_sql},
                                         {"table", "results", "results", results_sql},
                                         {"index", "sqlite_autoindex_names_1", "names", ""},
                                         {"table", "taken", "taken", taken_sql, 3}}};
    if (auto ready = set_up_store(sqlite, file, access, schema); !ready) return ready;
    if (auto sound = check_names(sqlite, file); !sound || access == Sqlite::Access::Read)
        return sound;
    return sqlite.execute("PRAGMA synchronous = NORMAL");
}

} // namespace polyglot::io
