// The connection of a LearnDb to its file, with prepared statements.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

namespace polyglot::io {

// The time to wait for other programs, whether a file that stays locked is opened later instead of
// an error, and whether it stayed locked.
struct LockPatience {
    int ms = Sqlite::busy_ms;
    bool may_wait_on = false;
    bool was_locked = false;
};

// Changing to WAL requires exclusive access for a moment. Returns false if others use the file; the
// next game tries again, and the old mode is as safe, but slower.
bool take_wal_mode(Sqlite& sqlite, int patience_ms);

class LearnDbConnection {
  public:
    using Per = book::LearnScope::Per;

    static Result<std::unique_ptr<LearnDbConnection>>
    open(const std::filesystem::path& file, Sqlite::Access access, LockPatience& lock_wait);
    explicit LearnDbConnection(Sqlite opened) : sqlite(std::move(opened)) {}

    // The statements that add to a row of results, and of days. In a variant, whose name is their
    // parameter 10, they are to be asked for within the transaction: a file without tables for
    // variants gets them.
    struct Upserts {
        SqliteStatement* sums;
        SqliteStatement* days;
    };
    Result<Upserts> upserts(std::string_view variant);
    // Returns the query for the results of a position, in a variant with its name as parameter 4;
    // null if the file has no results of variants.
    SqliteStatement* recall(Per per, std::string_view variant);

    Sqlite sqlite;
    SqliteStatement add_taken, find_name, add_name; // not for Access::Read
    bool has_wal = false;

  private:
    struct Statements { // of chess, or of variants
        SqliteStatement upsert, upsert_day;
        std::array<SqliteStatement, 3> recall; // by LearnScope::Per
        bool may_recall = false;
        bool may_add = false;
    };
    Result<void> prepare(SqliteStatement& statement, std::string_view sql);
    Result<void> prepare_to_recall(Statements& statements, bool of_variant);
    Result<void> prepare_to_add(Statements& statements, bool of_variant);

    Statements chess_;
    Statements variants_; // prepared when they are needed, because few files have the tables
};

} // namespace polyglot::io
