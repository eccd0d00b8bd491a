// libarchive, loaded when the first packed file is met: with what it needs itself it would cost each of hundreds of
// adapters, which have no archives to read, milliseconds and memory. Games in plain files are read without it.
#pragma once
#include "core/result.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <vector>

namespace polyglot::io {

// The functions we call, under their names without archive_: <archive.h> says what they do.
struct Libarchive {
    decltype(&::archive_read_new) read_new;
    decltype(&::archive_read_free) read_free;
    decltype(&::archive_read_set_read_callback) read_set_read_callback;
    decltype(&::archive_read_set_seek_callback) read_set_seek_callback;
    decltype(&::archive_read_set_callback_data) read_set_callback_data;
    decltype(&::archive_read_open1) read_open1;
    decltype(&::archive_read_next_header) read_next_header;
    decltype(&::archive_read_data_block) read_data_block;
    decltype(&::archive_set_error) set_error;
    decltype(&::archive_error_string) error_string;
    decltype(&::archive_format) format;
    decltype(&::archive_filter_count) filter_count;
    decltype(&::archive_entry_filetype) entry_filetype;
    decltype(&::archive_entry_pathname) entry_pathname;
    decltype(&::archive_entry_pathname_utf8) entry_pathname_utf8;
    decltype(&::archive_entry_is_encrypted) entry_is_encrypted;

    using Support = int (*)(::archive*);
    std::vector<Support> supports; // archive_read_support_…: what we let it read

    // Loads it at the first call, for good. The error says how to get it. May be called by several threads.
    static const Result<Libarchive>& get();
};

} // namespace polyglot::io
