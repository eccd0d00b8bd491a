#include "storage/stores/learn_db_connection.hpp"

#include "core/text/path_text.hpp"
#include "storage/stores/learn_db_schema.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace polyglot::io {
namespace {

// SQLite's steps, as many as for a move in learn_db.cpp.
constexpr std::int64_t most_steps_to_open = 4'000'000;

// Numbers beyond 32 bits are halved, so that the score stays; games are rounded up for half_points
// <= 2 * games.
constexpr std::string_view upsert_sql = R"sql(
    ON CONFLICT DO UPDATE SET
        games = iif(max(games + ?5, half_points + ?6) > 4294967295, (games + ?5 + 1) / 2, games + ?5),
        half_points = (half_points + ?6) / iif(max(games + ?5, half_points + ?6) > 4294967295, 2, 1),
        first_day = min(first_day, ?7), last_day = max(last_day, ?8)
)sql";
constexpr std::string_view upsert_day_sql = R"sql(
    ON CONFLICT DO UPDATE SET
        won = min(won + ?7, 4294967295), drawn = min(drawn + ?8, 4294967295), lost = min(lost + ?9, 4294967295)
)sql";
constexpr std::string_view find_name_sql = "SELECT id FROM names WHERE name = ?1";
constexpr std::string_view add_taken_sql = "INSERT OR IGNORE INTO taken VALUES (?1)";
constexpr std::string_view add_name_sql = "INSERT INTO names (name) VALUES (?1) RETURNING id";

std::string insert_sql(bool of_variant, std::string_view chess_table, std::string_view values) {
    return "INSERT INTO " + std::string(of_variant ? "variant_" : "") + std::string(chess_table) +
           " VALUES (" + std::string(values) + (of_variant ? ", ?10" : "") + ")";
}

std::string recall_sql(book::LearnScope::Per per, bool of_variant) {
    std::string sql = "SELECT move, sum(games), sum(half_points), max(last_day) FROM " +
                      std::string(of_variant ? "variant_results" : "results") + " WHERE key = ?1";
    if (per != book::LearnScope::Per::All)
        sql += " AND engine = (SELECT id FROM names WHERE name = ?2)";
    if (per == book::LearnScope::Per::Opponent)
        sql += " AND opponent = (SELECT id FROM names WHERE name = ?3)";
    if (of_variant) sql += " AND variant = ?4";
    return sql + " GROUP BY move";
}

} // namespace

bool take_wal_mode(Sqlite& sqlite, int patience_ms) {
    sqlite.set_patience(std::min(patience_ms, 100));
    auto query = sqlite.prepare("PRAGMA journal_mode = WAL");
    const auto row = query ? query->step() : Result<bool>(query.error());
    const bool taken = row && *row && query->text(0) == "wal";
    sqlite.set_patience(patience_ms);
    return taken;
}

Result<std::unique_ptr<LearnDbConnection>>
LearnDbConnection::open(const std::filesystem::path& file, Sqlite::Access access,
                        LockPatience& lock_wait) {
    auto opened = Sqlite::open(file, access);
    if (!opened) return opened.error();
    auto connection = std::make_unique<LearnDbConnection>(*std::move(opened));
    Sqlite& sqlite = connection->sqlite;
    sqlite.set_budget(most_steps_to_open);
    sqlite.set_patience(lock_wait.ms);
    auto done = set_up_learn_db(sqlite, to_text(file), access);
    if (done && access != Sqlite::Access::Read)
        connection->has_wal = take_wal_mode(sqlite, lock_wait.ms);
    if (done) done = connection->prepare(connection->find_name, find_name_sql);
    if (done) done = connection->prepare_to_recall(connection->chess_, false);
    if (access != Sqlite::Access::Read) {
        if (done) done = connection->prepare_to_add(connection->chess_, false);
        if (done) done = connection->prepare(connection->add_taken, add_taken_sql);
        if (done) done = connection->prepare(connection->add_name, add_name_sql);
    }
    lock_wait.was_locked = !done && sqlite.was_locked();
    if (!done) return done.error();
    return connection;
}

Result<void> LearnDbConnection::prepare(SqliteStatement& statement, std::string_view sql) {
    auto prepared = sqlite.prepare(sql);
    if (!prepared) return prepared.error();
    statement = *std::move(prepared);
    return {};
}

Result<void> LearnDbConnection::prepare_to_recall(Statements& statements, bool of_variant) {
    for (const Per per : {Per::All, Per::Engine, Per::Opponent})
        if (auto done = prepare(statements.recall[static_cast<std::size_t>(per)],
                                recall_sql(per, of_variant));
            !done)
            return done;
    statements.may_recall = true;
    return {};
}

Result<void> LearnDbConnection::prepare_to_add(Statements& statements, bool of_variant) {
    auto done = prepare(
        statements.upsert,
        insert_sql(of_variant, "results", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8").append(upsert_sql));
    if (done)
        done = prepare(statements.upsert_day,
                       insert_sql(of_variant, "days", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9")
                           .append(upsert_day_sql));
    statements.may_add = done.has_value();
    return done;
}

Result<LearnDbConnection::Upserts> LearnDbConnection::upserts(std::string_view variant) {
    if (variant.empty()) return Upserts{&chess_.upsert, &chess_.upsert_day};
    if (auto added = add_variant_tables(sqlite); !added) return added.error();
    if (!variants_.may_add)
        if (auto prepared = prepare_to_add(variants_, true); !prepared) return prepared.error();
    return Upserts{&variants_.upsert, &variants_.upsert_day};
}

SqliteStatement* LearnDbConnection::recall(Per per, std::string_view variant) {
    const auto number = static_cast<std::size_t>(per);
    if (variant.empty()) return &chess_.recall[number];
    // Another process may have added the tables meanwhile.
    if (!variants_.may_recall) {
        const auto has = has_variant_tables(sqlite);
        if (!has || !*has || !prepare_to_recall(variants_, true)) return nullptr;
    }
    return &variants_.recall[number];
}

} // namespace polyglot::io
