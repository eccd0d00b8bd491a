// A connection to an SQLite file and its prepared statements. It has the part of SQLite's interface
// that is used here, with errors that name the file. One thread at a time.
#pragma once
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3; // NOLINT(readability-identifier-naming): SQLite's names
struct sqlite3_stmt;

namespace polyglot::io {

class SqliteStatement {
  public:
    SqliteStatement() = default;

    // Parameters count from 1. A text must live until the next reset().
    SqliteStatement& bind(int parameter, std::int64_t value);
    SqliteStatement& bind(int parameter, std::string_view text);
    SqliteStatement& bind_null(int parameter);

    // Goes to the next row; returns false if there is none. After the last one and after an error
    // the statement is reset.
    Result<bool> step();
    // Runs a statement without rows.
    Result<void> run();
    // Return a value of the current row; columns count from 0. A value of another type is
    // converted; NULL becomes 0 or "".
    std::int64_t integer(int column) const;
    std::string_view text(int column) const; // until the next step()
    // Ends the reading of rows, which releases the statement's lock on the file.
    void reset();

  private:
    friend class Sqlite;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Sqlite {
  public:
    enum class Access : std::uint8_t {
        Read, // the file must exist, as in Write
        Write,
        Create, // the file is created if it does not exist
    };
    // The default time to wait for a file that is locked by others, which is short because a GUI
    // must not freeze.
    static constexpr int busy_ms = 2000;
    void set_patience(int ms) { patience_->ms = ms; }
    // Alternatively this function is called repeatedly while others have the file locked, with the
    // milliseconds waited so far, until it returns false. It must not use this connection.
    using Waiting = std::function<bool(int waited_ms)>;
    void set_waiting(Waiting goes_on) { patience_->goes_on = std::move(goes_on); }

    // Limits the total cost of all further statements, in steps of SQLite's virtual machine (about
    // 50 ns each); beyond it they end with an error, so that a damaged or hostile file cannot delay
    // its reader.
    static constexpr std::int64_t no_budget = std::numeric_limits<std::int64_t>::max();
    void set_budget(std::int64_t steps) { *steps_left_ = steps; }

    // Opens the file without reading it yet. The error says what is wrong with the path.
    static Result<Sqlite> open(const std::filesystem::path& file, Access access);

    Result<SqliteStatement> prepare(std::string_view sql);
    Result<void> execute(const char* sql); // any number of statements, whose rows are skipped
    // The number of rows that the last INSERT, UPDATE or DELETE has changed.
    std::int64_t changes() const;
    // Returns true if the last error was that others had the file locked.
    bool was_locked() const;
    // Returns true if the file has been removed or renamed, so that its new content will not be
    // found.
    bool has_moved() const;
    // The file has been overwritten by something other than a database.
    bool was_overwritten() const;

  private:
    struct Close {
        void operator()(sqlite3* connection) const;
    };
    struct Patience {
        int ms = busy_ms;
        Waiting goes_on; // empty if the wait ends after ms
    };
    static int wait_for_others(void* patience, int waits);
    // On the heap, because the connection has its address.
    std::unique_ptr<Patience> patience_ = std::make_unique<Patience>();
    // On the heap, likewise.
    std::unique_ptr<std::int64_t> steps_left_ = std::make_unique<std::int64_t>(no_budget);
    std::unique_ptr<sqlite3, Close> connection_;
};

} // namespace polyglot::io
