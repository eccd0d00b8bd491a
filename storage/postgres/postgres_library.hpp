// PostgreSQL's library libpq, loaded when the first server is named. The build does not need it:
// the functions are declared here, as its documentation has them ("libpq - C Library"); their
// binary interface has been the same since libpq.so.5 (2005).
#pragma once
#include "core/result.hpp"
#include "storage/files/library_functions.hpp"

struct pg_conn; // NOLINT(readability-identifier-naming): libpq's names
struct pg_result;

namespace polyglot::io {

// The functions that are called, by their names without PQ.
struct PostgresLibrary {
    LibraryFunctions from{};
    // libpq's enumerators that are used. A value of a later version is none of them.
    static constexpr int connection_ok = 0, connection_bad = 1; // status()
    static constexpr int poll_failed = 0, poll_reading = 1, poll_writing = 2, poll_ok = 3;
    static constexpr int command_ok = 1, tuples_ok = 2;         // result_status()
    static constexpr int sqlstate = 'C', primary_message = 'M'; // result_error_field()

    using NoticeProcessor = void (*)(void* argument, const char* message);

    pg_conn* (*connect_start_params)(const char* const* keywords, const char* const* values,
                                     int expand_dbname) = from("PQconnectStartParams");
    int (*lib_version)() = from("PQlibVersion"); // 150003 for 15.3
    NoticeProcessor (*set_notice_processor)(pg_conn*, NoticeProcessor,
                                            void* argument) = from("PQsetNoticeProcessor");
    int (*connect_poll)(pg_conn*) = from("PQconnectPoll");
    int (*status)(const pg_conn*) = from("PQstatus");
    int (*socket)(const pg_conn*) = from("PQsocket");
    int (*server_version)(const pg_conn*) = from("PQserverVersion");
    char* (*error_message)(const pg_conn*) = from("PQerrorMessage");
    void (*finish)(pg_conn*) = from("PQfinish");
    int (*set_nonblocking)(pg_conn*, int) = from("PQsetnonblocking");
    int (*flush)(pg_conn*) = from("PQflush");
    int (*consume_input)(pg_conn*) = from("PQconsumeInput");
    int (*is_busy)(pg_conn*) = from("PQisBusy");
    int (*send_query_params)(pg_conn*, const char* command, int parameters, const unsigned* types,
                             const char* const* values, const int* lengths, const int* formats,
                             int result_format) = from("PQsendQueryParams");
    int (*send_query)(pg_conn*, const char* commands) = from("PQsendQuery");
    pg_result* (*get_result)(pg_conn*) = from("PQgetResult");
    int (*result_status)(const pg_result*) = from("PQresultStatus");
    char* (*result_error_field)(const pg_result*, int field) = from("PQresultErrorField");
    void (*clear)(pg_result*) = from("PQclear");
    int (*ntuples)(const pg_result*) = from("PQntuples");
    char* (*getvalue)(const pg_result*, int row, int column) = from("PQgetvalue");
    int (*getlength)(const pg_result*, int row, int column) = from("PQgetlength");
    int (*getisnull)(const pg_result*, int row, int column) = from("PQgetisnull");

    // Loads the library at the first call; it stays loaded. The error says how to get it. May be
    // called by several threads.
    static const Result<PostgresLibrary>& get();
};

} // namespace polyglot::io
