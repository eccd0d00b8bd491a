#ifdef POLYGLOT_SQLITE_LINKED
#include "storage/stores/sqlite_library.hpp"

namespace polyglot::io {

const Result<SqliteLibrary>& SqliteLibrary::get() {
    static const Result<SqliteLibrary> linked =
        SqliteLibrary{.bind_int64 = &::sqlite3_bind_int64,
                      .bind_null = &::sqlite3_bind_null,
                      .bind_text = &::sqlite3_bind_text,
                      .busy_handler = &::sqlite3_busy_handler,
                      .changes64 = &::sqlite3_changes64,
                      .clear_bindings = &::sqlite3_clear_bindings,
                      .close_v2 = &::sqlite3_close_v2,
                      .column_bytes = &::sqlite3_column_bytes,
                      .column_int64 = &::sqlite3_column_int64,
                      .column_text = &::sqlite3_column_text,
                      .db_config = &::sqlite3_db_config,
                      .db_filename = &::sqlite3_db_filename,
                      .db_handle = &::sqlite3_db_handle,
                      .db_readonly = &::sqlite3_db_readonly,
                      .errcode = &::sqlite3_errcode,
                      .errmsg = &::sqlite3_errmsg,
                      .errstr = &::sqlite3_errstr,
                      .exec = &::sqlite3_exec,
                      .file_control = &::sqlite3_file_control,
                      .finalize = &::sqlite3_finalize,
                      .limit = &::sqlite3_limit,
                      .open_v2 = &::sqlite3_open_v2,
                      .prepare_v3 = &::sqlite3_prepare_v3,
                      .progress_handler = &::sqlite3_progress_handler,
                      .reset = &::sqlite3_reset,
                      .sleep = &::sqlite3_sleep,
                      .step = &::sqlite3_step,
                      .system_errno = &::sqlite3_system_errno};
    return linked;
}

} // namespace polyglot::io
#endif
