// libarchive, loaded with the first packed file. If it were linked, it and its libraries would cost
// each of hundreds of adapters, which read no archives, milliseconds and memory.
#pragma once
#include "core/result.hpp"
#include "storage/files/library_functions.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <vector>

namespace polyglot::io {

// The functions that are called, by their names in <archive.h> without archive_.
struct Libarchive {
    LibraryFunctions from{};
    decltype(&::archive_read_new) read_new = from("archive_read_new");
    decltype(&::archive_read_free) read_free = from("archive_read_free");
    decltype(&::archive_read_set_read_callback) read_set_read_callback =
        from("archive_read_set_read_callback");
    decltype(&::archive_read_set_seek_callback) read_set_seek_callback =
        from("archive_read_set_seek_callback");
    decltype(&::archive_read_set_callback_data) read_set_callback_data =
        from("archive_read_set_callback_data");
    decltype(&::archive_read_open1) read_open1 = from("archive_read_open1");
    decltype(&::archive_read_next_header) read_next_header = from("archive_read_next_header");
    decltype(&::archive_read_data_block) read_data_block = from("archive_read_data_block");
    decltype(&::archive_set_error) set_error = from("archive_set_error");
    decltype(&::archive_error_string) error_string = from("archive_error_string");
    decltype(&::archive_format) format = from("archive_format");
    decltype(&::archive_filter_count) filter_count = from("archive_filter_count");
    decltype(&::archive_entry_filetype) entry_filetype = from("archive_entry_filetype");
    decltype(&::archive_entry_pathname) entry_pathname = from("archive_entry_pathname");
    decltype(&::archive_entry_pathname_utf8) entry_pathname_utf8 =
        from("archive_entry_pathname_utf8");
    decltype(&::archive_entry_is_encrypted) entry_is_encrypted = from("archive_entry_is_encrypted");

    using Support = int (*)(::archive*);
    // archive_read_support_…, for the formats and filters that are allowed.
    std::vector<Support> supports{};

    // Loads the library at the first call; it stays loaded. The error names the package. May be
    // called by several threads.
    static const Result<Libarchive>& get();
};

} // namespace polyglot::io
