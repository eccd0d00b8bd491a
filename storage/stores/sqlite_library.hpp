// SQLite's library, loaded when the first store is opened, so that only adapters that learn pay for
// it with two milliseconds and a megabyte of memory. With POLYGLOT_SQLITE_LINKED (Windows) it is
// linked into the program instead.
#pragma once
#include "core/result.hpp"
#include "storage/files/library_functions.hpp"

#include <sqlite3.h>

namespace polyglot::io {

// The functions that are called, by their names in <sqlite3.h> without sqlite3_.
struct SqliteLibrary {
    LibraryFunctions from{};
    decltype(&::sqlite3_bind_int64) bind_int64 = from("sqlite3_bind_int64");
    decltype(&::sqlite3_bind_null) bind_null = from("sqlite3_bind_null");
    decltype(&::sqlite3_bind_text) bind_text = from("sqlite3_bind_text");
    decltype(&::sqlite3_busy_handler) busy_handler = from("sqlite3_busy_handler");
    decltype(&::sqlite3_changes64) changes64 = from("sqlite3_changes64");
    decltype(&::sqlite3_clear_bindings) clear_bindings = from("sqlite3_clear_bindings");
    decltype(&::sqlite3_close_v2) close_v2 = from("sqlite3_close_v2");
    decltype(&::sqlite3_column_bytes) column_bytes = from("sqlite3_column_bytes");
    decltype(&::sqlite3_column_int64) column_int64 = from("sqlite3_column_int64");
    decltype(&::sqlite3_column_text) column_text = from("sqlite3_column_text");
    decltype(&::sqlite3_db_config) db_config = from("sqlite3_db_config");
    decltype(&::sqlite3_db_filename) db_filename = from("sqlite3_db_filename");
    decltype(&::sqlite3_db_handle) db_handle = from("sqlite3_db_handle");
    decltype(&::sqlite3_db_readonly) db_readonly = from("sqlite3_db_readonly");
    decltype(&::sqlite3_errcode) errcode = from("sqlite3_errcode");
    decltype(&::sqlite3_errmsg) errmsg = from("sqlite3_errmsg");
    decltype(&::sqlite3_errstr) errstr = from("sqlite3_errstr");
    decltype(&::sqlite3_exec) exec = from("sqlite3_exec");
    decltype(&::sqlite3_file_control) file_control = from("sqlite3_file_control");
    decltype(&::sqlite3_finalize) finalize = from("sqlite3_finalize");
    decltype(&::sqlite3_limit) limit = from("sqlite3_limit");
    decltype(&::sqlite3_open_v2) open_v2 = from("sqlite3_open_v2");
    decltype(&::sqlite3_prepare_v3) prepare_v3 = from("sqlite3_prepare_v3");
    decltype(&::sqlite3_progress_handler) progress_handler = from("sqlite3_progress_handler");
    decltype(&::sqlite3_reset) reset = from("sqlite3_reset");
    decltype(&::sqlite3_sleep) sleep = from("sqlite3_sleep");
    decltype(&::sqlite3_step) step = from("sqlite3_step");
    decltype(&::sqlite3_system_errno) system_errno = from("sqlite3_system_errno");

    // Loads the library at the first call; it stays loaded. The error says how to get it.
    static const Result<SqliteLibrary>& get();
};

} // namespace polyglot::io
