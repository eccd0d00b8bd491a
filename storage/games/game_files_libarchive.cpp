#include "storage/games/game_files_libarchive.hpp"

#include "storage/files/system_library.hpp"

#include <array>
#include <string>
#include <system_error>

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
    Libarchive api{};
    const auto bind = [&library](auto& function, const char* name) {
        bind_function(library, function, name);
    };
    bind(api.read_new, "archive_read_new");
    bind(api.read_free, "archive_read_free");
    bind(api.read_set_read_callback, "archive_read_set_read_callback");
    bind(api.read_set_seek_callback, "archive_read_set_seek_callback");
    bind(api.read_set_callback_data, "archive_read_set_callback_data");
    bind(api.read_open1, "archive_read_open1");
    bind(api.read_next_header, "archive_read_next_header");
    bind(api.read_data_block, "archive_read_data_block");
    bind(api.set_error, "archive_set_error");
    bind(api.error_string, "archive_error_string");
    bind(api.format, "archive_format");
    bind(api.filter_count, "archive_filter_count");
    bind(api.entry_filetype, "archive_entry_filetype");
    bind(api.entry_pathname, "archive_entry_pathname");
    bind(api.entry_pathname_utf8, "archive_entry_pathname_utf8");
    bind(api.entry_is_encrypted, "archive_entry_is_encrypted");
    for (const char* name : supported)
        // Early versions of Windows 10 lack zstd.
        if (library.has(name)) bind(api.supports.emplace_back(), name);
    return api;
}

} // namespace

const Result<Libarchive>& Libarchive::get() {
    static const Result<Libarchive> loaded = load_functions(
        library_names, &bind_functions, "packed files are read with libarchive", how_to_get);
    return loaded;
}

} // namespace polyglot::io
