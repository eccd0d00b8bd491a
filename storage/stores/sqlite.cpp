#include "storage/stores/sqlite.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/books/describe_file.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/whole_path.hpp"
#include "storage/stores/sqlite_library.hpp"

#include <algorithm>
#include <array>
#include <system_error>

namespace polyglot::io {

namespace fs = std::filesystem;

namespace {

// To be used after Sqlite::open(), which loads the library.
const SqliteLibrary& api() {
    return *SqliteLibrary::get();
}

constexpr int longest_pause_ms = 10;
// In bytes, because a damaged file may require any amount of memory.
constexpr int longest_value = 1 << 20;

constexpr int steps_between_looks = 1000;

int take_from_budget(void* steps_left) {
    auto& left = *static_cast<std::int64_t*>(steps_left);
    if (left < steps_between_looks) return 1; // interrupts the statement
    left -= steps_between_looks;
    return 0;
}

bool is_locked(int code) {
    return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

std::string reason_of(sqlite3* connection) {
    const int code = api().errcode(connection); // the primary result code
    if (is_locked(code)) return "in use by another process for too long; try again later";
    if (code == SQLITE_INTERRUPT)
        return "takes too long to read; it is damaged, or too large to be used in play";
    if (code == SQLITE_NOTADB) return "is not an SQLite file";
    if (code == SQLITE_CORRUPT) return std::string("is damaged: ") + api().errmsg(connection);
    if (code == SQLITE_READONLY)
        return "may not be written: read-only file or directory, or another user's -wal or -shm "
               "beside it";
    if (code == SQLITE_FULL) return "the disk is full";
    // The system's reason is lost, because SQLite has made another attempt after it.
    if (code == SQLITE_CANTOPEN)
        return "cannot be made, or no file beside it: the directory must be writable";
    std::string reason = api().errmsg(connection);
    if (code == SQLITE_IOERR)
        if (const int number = api().system_errno(connection); number != 0)
            reason += " (" + system_message({number, std::system_category()}) + ")";
    return reason;
}

Error error_of(sqlite3* connection) {
    const char* const name = api().db_filename(connection, "main");
    const std::string file = name != nullptr ? name : "";
    const std::string what =
        api().errcode(connection) == SQLITE_NOTADB ? but_it_is(to_path(file)) : "";
    return make_error(file + ": " + reason_of(connection) + what);
}

// Returns the file to which links lead. Reports faults that SQLite would not report, or for which
// it would wait forever (a FIFO).
Result<fs::path> find_target(const fs::path& file, Sqlite::Access access) {
    auto target = follow_links(file);
    if (!target) return target;
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::is_directory(status)) return make_error(to_text(file) + ": is a directory");
    if (fs::exists(status)) {
        if (!fs::is_regular_file(status))
            return make_error(to_text(file) + ": is not a regular file");
        return target;
    }
    if (status.type() == fs::file_type::none)
        return make_error(to_text(file) + ": " + system_message(error));
    if (access != Sqlite::Access::Create)
        return make_error(to_text(file) + ": there is no such file");
    if (!fs::is_directory(target->parent_path(), error))
        return make_error(to_text(file) + ": there is no directory " +
                          to_text(target->parent_path()));
    return target;
}

bool has_companions(const fs::path& file) {
    std::error_code error;
    for (const char8_t* const suffix : {u8"-wal", u8"-shm", u8"-journal"})
        if (fs::exists(fs::symlink_status(fs::path(file) += suffix, error))) return true;
    return false;
}

} // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
    api().finalize(statement);
}

// Binding fails only for a parameter that the statement lacks, or a text above longest_value. The
// parameter is NULL then, which no column accepts, so that step() fails.
SqliteStatement& SqliteStatement::bind(int parameter, std::int64_t value) {
    api().bind_int64(statement_.get(), parameter, value);
    return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, std::string_view text) {
    const char* const bytes = text.empty() ? "" : text.data(); // a null pointer would bind NULL
    api().bind_text(statement_.get(), parameter, bytes, static_cast<int>(text.size()),
                    SQLITE_STATIC);
    return *this;
}

SqliteStatement& SqliteStatement::bind_null(int parameter) {
    api().bind_null(statement_.get(), parameter);
    return *this;
}

Result<bool> SqliteStatement::step() {
    const int code = api().step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) {
        reset();
        return false;
    }
    Error error = error_of(api().db_handle(statement_.get()));
    reset();
    return error;
}

Result<void> SqliteStatement::run() {
    const Result<bool> stepped = step();
    reset();
    if (!stepped) return stepped.error();
    return {};
}

std::int64_t SqliteStatement::integer(int column) const {
    return api().column_int64(statement_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
    const unsigned char* const bytes = api().column_text(statement_.get(), column);
    if (bytes == nullptr) return {};
    return {reinterpret_cast<const char*>(bytes),
            static_cast<std::size_t>(api().column_bytes(statement_.get(), column))};
}

void SqliteStatement::reset() {
    api().reset(statement_.get());
    api().clear_bindings(statement_.get());
}

void Sqlite::Close::operator()(sqlite3* connection) const {
    api().close_v2(connection); // because statements may outlive the connection
}

// SQLite's handler soon sleeps 100 ms at a time. With dozens of writers that each need one
// millisecond, the process that has waited longest would then nearly always come too late.
int Sqlite::wait_for_others(void* patience, int waits) {
    // Pauses of 1, 2, 3 … ms, up to the longest.
    const int growing = std::min(waits, longest_pause_ms);
    const int waited_ms = growing * (growing + 1) / 2 + (waits - growing) * longest_pause_ms;
    const auto& [ms, goes_on] = *static_cast<const Patience*>(patience);
    if (goes_on ? !goes_on(waited_ms) : waited_ms >= ms) return 0;
    api().sleep(std::min(waits + 1, longest_pause_ms));
    return 1;
}

Result<Sqlite> Sqlite::open(const fs::path& file, Access access) {
    // So that it is not ":memory:", and has a parent.
    const fs::path absolute = whole_path(file);
    if (file.empty() || !is_absolute_path(absolute))
        return make_error(to_text(file) + ": is not the path of a file");
    auto target = find_target(absolute, access);
    if (!target) return target.error();
    if (const auto& library = SqliteLibrary::get(); !library) return library.error();

    // A reader of a file in WAL mode creates -wal and -shm, and the last connection removes them
    // only if it may write. So a reader that is the first one opens the file for writing, but
    // SQLite refuses its statements that change something. Files that exist already belong to other
    // connections.
    const bool removes_companions = access == Access::Read && !has_companions(*target);
    const bool reads_only = access == Access::Read && !removes_companions;
    int flags = SQLITE_OPEN_NOMUTEX | (reads_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
    if (access == Access::Create) flags |= SQLITE_OPEN_CREATE;
    const std::string name = to_text(*target);
    sqlite3* connection = nullptr;
    const int code = api().open_v2(name.c_str(), &connection, flags, nullptr);
    Sqlite sqlite;
    sqlite.connection_.reset(connection);
    if (connection == nullptr) return make_error(to_text(absolute) + ": " + api().errstr(code));
    if (code != SQLITE_OK) return make_error(to_text(absolute) + ": " + reason_of(connection));
    // SQLite opens a file for reading if it may not write it.
    if (access != Access::Read && api().db_readonly(connection, "main") == 1)
        return make_error(to_text(absolute) + ": may not be written: read-only file");
    api().busy_handler(connection, &Sqlite::wait_for_others, sqlite.patience_.get());
    api().progress_handler(connection, steps_between_looks, take_from_budget,
                           sqlite.steps_left_.get());
    // The file may be damaged, or come from an attacker, so its schema must not run any code.
    api().db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    api().db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    api().db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    api().limit(connection, SQLITE_LIMIT_LENGTH, longest_value);
    if (removes_companions)
        if (auto set = sqlite.execute("PRAGMA query_only = 1"); !set) return set.error();
    return sqlite;
}

Result<SqliteStatement> Sqlite::prepare(std::string_view sql) {
    sqlite3_stmt* raw = nullptr;
    const int code = api().prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    SqliteStatement statement;
    statement.statement_.reset(raw);
    if (code != SQLITE_OK) return error_of(connection_.get());
    return statement;
}

Result<void> Sqlite::execute(const char* sql) {
    if (api().exec(connection_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return error_of(connection_.get());
    return {};
}

std::int64_t Sqlite::changes() const {
    return api().changes64(connection_.get());
}

bool Sqlite::was_locked() const {
    return is_locked(api().errcode(connection_.get()));
}

bool Sqlite::has_moved() const {
    int moved = 0;
    return api().file_control(connection_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) ==
               SQLITE_OK &&
           moved != 0;
}

// Reads through SQLite's descriptor, because closing another one of the same file ends all locks
// that this process has on it.
bool Sqlite::was_overwritten() const {
    constexpr std::string_view wanted("SQLite format 3\0", 16);
    sqlite3_file* file = nullptr;
    if (api().file_control(connection_.get(), "main", SQLITE_FCNTL_FILE_POINTER, &file) !=
            SQLITE_OK ||
        file == nullptr || file->pMethods == nullptr)
        return false;
    std::array<char, wanted.size()> seen{};
    const int status = file->pMethods->xRead(file, seen.data(), static_cast<int>(seen.size()), 0);
    // SQLite will report this.
    if (status != SQLITE_OK && status != SQLITE_IOERR_SHORT_READ) return false;
    return std::string_view(seen.data(), seen.size()) != wanted;
}

} // namespace polyglot::io
