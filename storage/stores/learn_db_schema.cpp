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

// The same tables for variants; the variant is the last column, because positions are found by
// their keys.
constexpr std::string_view variant_results_sql = R"sql(CREATE TABLE variant_results (
        key INTEGER NOT NULL, move INTEGER NOT NULL, engine INTEGER NOT NULL, opponent INTEGER NOT NULL,
        games INTEGER NOT NULL CHECK (games BETWEEN 1 AND 4294967295),
        half_points INTEGER NOT NULL CHECK (half_points BETWEEN 0 AND 4294967295 AND half_points <= 2 * games),
        first_day INTEGER NOT NULL, last_day INTEGER NOT NULL CHECK (first_day <= last_day),
        variant TEXT NOT NULL,
        PRIMARY KEY (key, move, engine, opponent, variant)) WITHOUT ROWID)sql";
constexpr std::string_view variant_days_sql = R"sql(CREATE TABLE variant_days (
        key INTEGER NOT NULL, move INTEGER NOT NULL, engine INTEGER NOT NULL, opponent INTEGER NOT NULL,
        day INTEGER NOT NULL, begins INTEGER NOT NULL CHECK (begins IN (0, 1)),
        won INTEGER NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
        drawn INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
        lost INTEGER NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
        variant TEXT NOT NULL,
        PRIMARY KEY (key, move, engine, opponent, variant, day, begins)) WITHOUT ROWID)sql";

// If names are missing, the next engine would get the number of an earlier one, and its results.
Result<void> check_names(Sqlite& sqlite, const std::string& file) {
    const auto has_variants = has_variant_tables(sqlite);
    if (!has_variants) return has_variants.error();
    const auto nameless = number_of(
        sqlite, *has_variants
                    ? "SELECT (EXISTS (SELECT 1 FROM results) OR EXISTS (SELECT 1 FROM "
                      "variant_results)) AND NOT EXISTS (SELECT 1 FROM names)"
                    : "SELECT EXISTS (SELECT 1 FROM results) AND NOT EXISTS (SELECT 1 FROM names)");
    if (!nameless) return nameless.error();
    if (*nameless == 0) return {};
    return make_error(
        file + ": is damaged: it has results, and no name of an engine that they could be of");
}

} // namespace

Result<void> set_up_learn_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access) {
    const StoreSchema schema{.application_id = 0x50674c52, // "PgLR"
                             .version = learn_db_version_with_variants,
                             .made = learn_db_version,
                             .objects = {{"table", "days", "days", days_sql, 2},
                                         {"table", "names", "names", names_sql},
                                         {"table", "results", "results", results_sql},
                                         {"index", "sqlite_autoindex_names_1", "names", ""},
                                         {"table", "taken", "taken", taken_sql, 3},
                                         {"table", "variant_days", "variant_days", variant_days_sql,
                                          learn_db_version_with_variants},
                                         {"table", "variant_results", "variant_results",
                                          variant_results_sql, learn_db_version_with_variants}}};
    if (auto ready = set_up_store(sqlite, file, access, schema); !ready) return ready;
    if (auto sound = check_names(sqlite, file); !sound || access == Sqlite::Access::Read)
        return sound;
    return sqlite.execute("PRAGMA synchronous = NORMAL");
}

Result<bool> has_variant_tables(Sqlite& sqlite) {
    const auto version = number_of(sqlite, "PRAGMA user_version");
    if (!version) return version.error();
    return *version >= learn_db_version_with_variants;
}

Result<void> add_variant_tables(Sqlite& sqlite) {
    const auto has = has_variant_tables(sqlite);
    if (!has) return has.error();
    if (*has) return {};
    for (const std::string_view sql : {variant_results_sql, variant_days_sql})
        if (auto made = sqlite.execute(std::string(sql).c_str()); !made) return made;
    const std::string mark =
        "PRAGMA user_version = " + std::to_string(learn_db_version_with_variants);
    return sqlite.execute(mark.c_str());
}

} // namespace polyglot::io
