// SQLite's library, loaded when the first store is opened, so that only adapters that learn pay for
// it with two milliseconds and a megabyte of memory. With POLYGLOT_SQLITE_LINKED (Windows) it is
// linked into the program instead.
#pragma once
#include "core/result.hpp"

#include <sqlite3.h>

namespace polyglot::io {

// The functions that are called, by their names in <sqlite3.h> without sqlite3_.
struct SqliteLibrary {
    decltype(&::sqlite3_bind_int64) bind_int64;
    decltype(&::sqlite3_bind_null) bind_null;
    decltype(&::sqlite3_bind_text) bind_text;
    decltype(&::sqlite3_busy_handler) busy_handler;
    decltype(&::sqlite3_changes64) changes64;
    decltype(&::sqlite3_clear_bindings) clear_bindings;
    decltype(&::sqlite3_close_v2) close_v2;
    decltype(&::sqlite3_column_bytes) column_bytes;
    decltype(&::sqlite3_column_int64) column_int64;
    decltype(&::sqlite3_column_text) column_text;
    decltype(&::sqlite3_db_config) db_config;
    decltype(&::sqlite3_db_filename) db_filename;
    decltype(&::sqlite3_db_handle) db_handle;
    decltype(&::sqlite3_db_readonly) db_readonly;
    decltype(&::sqlite3_errcode) errcode;
    decltype(&::sqlite3_errmsg) errmsg;
    decltype(&::sqlite3_errstr) errstr;
    decltype(&::sqlite3_exec) exec;
    decltype(&::sqlite3_file_control) file_control;
    decltype(&::sqlite3_finalize) finalize;
    decltype(&::sqlite3_limit) limit;
    decltype(&::sqlite3_open_v2) open_v2;
    decltype(&::sqlite3_prepare_v3) prepare_v3;
    decltype(&::sqlite3_progress_handler) progress_handler;
    decltype(&::sqlite3_reset) reset;
    decltype(&::sqlite3_sleep) sleep;
    decltype(&::sqlite3_step) step;
    decltype(&::sqlite3_system_errno) system_errno;

    // Loads the library at the first call; it stays loaded. The error says how to get it.
    static const Result<SqliteLibrary>& get();
};

} // namespace polyglot::io
