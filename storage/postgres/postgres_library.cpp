#include "storage/postgres/postgres_library.hpp"

#include "storage/files/system_library.hpp"

#include <array>

namespace polyglot::io {
namespace {

#if defined(_WIN32)
constexpr std::array postgres_names{"libpq.dll"};
constexpr const char* how_to_get_postgres =
    "libpq.dll, with its libraries, must be beside polyglot.exe or in a folder of PATH";
#elif defined(__APPLE__)
constexpr std::array postgres_names{"libpq.5.dylib"};
constexpr const char* how_to_get_postgres = "Homebrew's package: libpq";
#else
constexpr std::array postgres_names{"libpq.so.5"};
constexpr const char* how_to_get_postgres = "Debian's package: libpq5";
#endif

PostgresLibrary bind_postgres(const boost::dll::shared_library& library) {
    return {.from = functions_of(library)};
}

} // namespace

// On the heap, because a thread that waits for a server may outlive static objects.
const Result<PostgresLibrary>& PostgresLibrary::get() {
    static const auto* const loaded = new Result<PostgresLibrary>(load_functions(
        postgres_names, &bind_postgres, "results in a PostgreSQL server need its library",
        how_to_get_postgres, LibraryPlaces::AlsoSearchPath));
    return *loaded;
}

} // namespace polyglot::io
