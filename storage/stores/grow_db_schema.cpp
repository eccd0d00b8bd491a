#include "storage/stores/grow_db_schema.hpp"

#include "storage/stores/store_schema.hpp"

#include <cstdint>
#include <string_view>

namespace polyglot::io {
namespace {

constexpr std::string_view claims_sql = R"sql(CREATE TABLE claims (
        key INTEGER PRIMARY KEY, owner INTEGER NOT NULL, until INTEGER NOT NULL))sql";
constexpr std::string_view engines_sql =
    "CREATE TABLE engines (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)";
constexpr std::string_view moves_sql = R"sql(CREATE TABLE moves (
        key INTEGER NOT NULL, move INTEGER NOT NULL CHECK (move BETWEEN 1 AND 65535), child INTEGER NOT NULL,
        PRIMARY KEY (key, move)) WITHOUT ROWID)sql";
constexpr std::string_view positions_sql = R"sql(CREATE TABLE positions (
        key INTEGER PRIMARY KEY, black INTEGER NOT NULL CHECK (black IN (0, 1)),
        state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
        value INTEGER NOT NULL CHECK (value BETWEEN -32000 AND 32000),
        move INTEGER NOT NULL CHECK (move BETWEEN 0 AND 65535),
        depth INTEGER NOT NULL, nodes INTEGER NOT NULL, line TEXT NOT NULL,
        engine INTEGER NOT NULL, day INTEGER NOT NULL, stamp INTEGER NOT NULL))sql";
constexpr std::string_view by_stamp_sql = "CREATE INDEX positions_by_stamp ON positions (stamp)";
constexpr std::string_view roots_sql =
    "CREATE TABLE roots (fen TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID";
constexpr std::string_view variant_sql = "CREATE TABLE variant (name TEXT NOT NULL)";

constexpr std::int64_t version_of_chess = 1, version_of_variants = 2;

Result<void> name_variant(Sqlite& sqlite, const std::string& variant) {
    auto insert = sqlite.prepare("INSERT INTO variant VALUES (?1)");
    if (!insert) return insert.error();
    return insert->bind(1, variant).run();
}

// Only a new file gets the table of a variant, and its name at once; one of chess stays as it is,
// also if another process has just made it.
StoreSchema schema(const NewGrowDb& wanted) {
    StoreSchema schema{
        .application_id =
            wanted.owner == GrowDb::Owner::GrowBook ? grow_book_store_id : rate_book_store_id,
        .version = version_of_variants,
        .made = version_of_chess,
        .objects = {{"table", "claims", "claims", claims_sql},
                    {"table", "engines", "engines", engines_sql},
                    {"table", "moves", "moves", moves_sql},
                    {"table", "positions", "positions", positions_sql},
                    {"index", "positions_by_stamp", "positions", by_stamp_sql},
                    {"table", "roots", "roots", roots_sql},
                    {"index", "sqlite_autoindex_engines_1", "engines", ""},
                    {"table", "variant", "variant", variant_sql, version_of_variants}},
        .keeps_versions = true};
    if (wanted.variant.empty()) return schema;
    schema.made = version_of_variants;
    schema.fill = [name = wanted.variant](Sqlite& sqlite) { return name_variant(sqlite, name); };
    return schema;
}

} // namespace

Result<void> set_up_grow_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access,
                            const NewGrowDb& wanted) {
    return set_up_store(sqlite, file, access, schema(wanted));
}

Result<GrowDb::Owner> owner_of(Sqlite& sqlite) {
    const auto id = number_of(sqlite, "PRAGMA application_id");
    if (!id) return id.error();
    return *id == rate_book_store_id ? GrowDb::Owner::RateBook : GrowDb::Owner::GrowBook;
}

Result<std::string> variant_of_grow_db(Sqlite& sqlite, const std::string& file) {
    const auto version = number_of(sqlite, "PRAGMA user_version");
    if (!version) return version.error();
    if (*version < version_of_variants) return std::string();
    auto query = sqlite.prepare("SELECT name FROM variant");
    if (!query) return query.error();
    const auto row = query->step();
    if (!row) return row.error();
    if (!*row || query->text(0).empty())
        return make_error(file + ": is damaged: it does not name its variant");
    return std::string(query->text(0));
}

} // namespace polyglot::io
