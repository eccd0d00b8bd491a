// A connection to an SQLite file and its prepared statements: the little of SQLite's interface that we use, with errors
// that name the file. One thread at a time.
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

    // The next row, or none left. After the last one and after an error the statement is reset.
    Result<bool> step();
    // For statements without rows.
    Result<void> run();
    // Of the current row, columns count from 0. A value of another type is converted; NULL reads as 0 or "".
    std::int64_t integer(int column) const;
    std::string_view text(int column) const; // until the next step()
    // Ends the reading of rows, and with it the statement's hold on the file.
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
        Read, // these two: the file must be there
        Write,
        Create, // made when it is not there
    };
    // How long to wait for a file locked by others, unless set otherwise: a GUI must not freeze.
    static constexpr int busy_ms = 2000;
    void set_patience(int ms) { patience_->ms = ms; }
    // Instead: asked again and again while others have the file locked, with the milliseconds waited so far; false
    // gives up. It must not use this connection.
    using Waiting = std::function<bool(int waited_ms)>;
    void set_waiting(Waiting goes_on) { patience_->goes_on = std::move(goes_on); }

    // The total cost of all further statements, in steps of SQLite's virtual machine (some 50 ns each); beyond it they
    // end with an error. A damaged or hostile file must not hold up its reader.
    static constexpr std::int64_t no_budget = std::numeric_limits<std::int64_t>::max();
    void set_budget(std::int64_t steps) { *steps_left_ = steps; }

    // Nothing of the file is read yet. The error says what is wrong with the path.
    static Result<Sqlite> open(const std::filesystem::path& file, Access access);

    Result<SqliteStatement> prepare(std::string_view sql);
    Result<void> execute(const char* sql); // any number of statements, their rows skipped
    std::int64_t changes() const;          // rows that the last INSERT, UPDATE or DELETE has changed
    // The last error was that others had the file locked.
    bool was_locked() const;
    // The file has been removed or has another name now: what is written to it will not be found.
    bool has_moved() const;
    bool was_overwritten() const; // by something other than a database

  private:
    struct Close {
        void operator()(sqlite3* connection) const;
    };
    struct Patience {
        int ms = busy_ms;
        Waiting goes_on; // empty: until ms is over
    };
    static int wait_for_others(void* patience, int waits);
    std::unique_ptr<Patience> patience_ = std::make_unique<Patience>(); // where the connection looks it up
    std::unique_ptr<std::int64_t> steps_left_ = std::make_unique<std::int64_t>(no_budget); // as well
    std::unique_ptr<sqlite3, Close> connection_;
};

} // namespace polyglot::io
