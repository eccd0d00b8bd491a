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
    return {.from = functions_of(library)};
}

} // namespace

const Result<SqliteLibrary>& SqliteLibrary::get() {
    static const Result<SqliteLibrary> loaded = load_functions(
        library_names, &bind_functions, "a store of results needs SQLite", how_to_get);
    return loaded;
}

} // namespace polyglot::io
#endif
