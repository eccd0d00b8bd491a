#include "storage/games/game_files_libarchive.hpp"

#include "storage/files/system_library.hpp"

#include <array>
#include <string>

namespace polyglot::io {
namespace {

#if defined(_WIN32)
// The library beside the program, and the one of Windows 10 and later.
constexpr std::array library_names{"archive.dll", "libarchive-13.dll", "libarchive.dll",
                                   "archiveint.dll"};
constexpr const char* how_to_get =
    "Windows 10 and later have one, archiveint.dll; else put an archive.dll beside polyglot.exe";
#elif defined(__APPLE__)
constexpr const char* how_to_get = "Homebrew's package: libarchive";
constexpr std::array library_names{"libarchive.13.dylib", "libarchive.dylib",
                                   "/opt/homebrew/opt/libarchive/lib/libarchive.dylib"};
#else
constexpr const char* how_to_get = "Debian's package: libarchive13";
constexpr std::array library_names{"libarchive.so.13"}; // the interface since 2011
#endif

// Only formats that cannot be confused with a text (as mtree can be), and filters that run no other
// program.
constexpr std::array supported{
    "archive_read_support_filter_gzip", "archive_read_support_filter_bzip2",
    "archive_read_support_filter_xz",   "archive_read_support_filter_lzma",
    "archive_read_support_filter_lzip", "archive_read_support_filter_zstd",
    "archive_read_support_filter_lz4",  "archive_read_support_filter_compress",
    "archive_read_support_format_zip",  "archive_read_support_format_7zip",
    "archive_read_support_format_tar",  "archive_read_support_format_rar",
    "archive_read_support_format_rar5", "archive_read_support_format_raw",
    "archive_read_support_format_empty"};

Libarchive bind_functions(const boost::dll::shared_library& library) {
    Libarchive api{.from = functions_of(library)};
    for (const char* name : supported)
        // Early versions of Windows 10 lack zstd.
        if (library.has(name)) api.supports.push_back(api.from(name));
    return api;
}

} // namespace

const Result<Libarchive>& Libarchive::get() {
    static const Result<Libarchive> loaded = load_functions(
        library_names, &bind_functions, "packed files are read with libarchive", how_to_get);
    return loaded;
}

} // namespace polyglot::io
