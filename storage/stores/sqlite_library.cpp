#ifndef POLYGLOT_SQLITE_LINKED
#include "storage/stores/sqlite_library.hpp"

#include "storage/files/system_library.hpp"

#include <array>

namespace polyglot::io {
namespace {

#if defined(_WIN32)
constexpr std::array library_names{"sqlite3.dll"};
constexpr const char* how_to_get = "put an sqlite3.dll beside polyglot.exe";
#elif defined(__APPLE__)
constexpr std::array library_names{"libsqlite3.dylib"};
constexpr const char* how_to_get = "macOS has it";
#else
constexpr std::array library_names{"libsqlite3.so.0"}; // the interface since 2004
constexpr const char* how_to_get = "Debian's package: libsqlite3-0";
#endif

SqliteLibrary bind_functions(const boost::dll::shared_library& library) {
    SqliteLibrary api{};
    const auto bind = [&library](auto& function, const char* name) {
        bind_function(library, function, name);
    };
    bind(api.bind_int64, "sqlite3_bind_int64");
    bind(api.bind_null, "sqlite3_bind_null");
    bind(api.bind_text, "sqlite3_bind_text");
    bind(api.busy_handler, "sqlite3_busy_handler");
    bind(api.changes64, "sqlite3_changes64");
    bind(api.clear_bindings, "sqlite3_clear_bindings");
    bind(api.close_v2, "sqlite3_close_v2");
    bind(api.column_bytes, "sqlite3_column_bytes");
    bind(api.column_int64, "sqlite3_column_int64");
    bind(api.column_text, "sqlite3_column_text");
    bind(api.db_config, "sqlite3_db_config");
    bind(api.db_filename, "sqlite3_db_filename");
    bind(api.db_handle, "sqlite3_db_handle");
    bind(api.db_readonly, "sqlite3_db_readonly");
    bind(api.errcode, "sqlite3_errcode");
    bind(api.errmsg, "sqlite3_errmsg");
    bind(api.errstr, "sqlite3_errstr");
    bind(api.exec, "sqlite3_exec");
    bind(api.file_control, "sqlite3_file_control");
    bind(api.finalize, "sqlite3_finalize");
    bind(api.limit, "sqlite3_limit");
    bind(api.open_v2, "sqlite3_open_v2");
    bind(api.prepare_v3, "sqlite3_prepare_v3");
    bind(api.progress_handler, "sqlite3_progress_handler");
    bind(api.reset, "sqlite3_reset");
    bind(api.sleep, "sqlite3_sleep");
    bind(api.step, "sqlite3_step");
    bind(api.system_errno, "sqlite3_system_errno");
    return api;
}

} // namespace

const Result<SqliteLibrary>& SqliteLibrary::get() {
    static const Result<SqliteLibrary> loaded = load_functions(
        library_names, &bind_functions, "a store of results needs SQLite", how_to_get);
    return loaded;
}

} // namespace polyglot::io
#endif
