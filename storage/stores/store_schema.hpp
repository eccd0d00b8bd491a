// The tables of an SQLite store of ours: made in a new file, and checked in another before any of it is used.
#pragma once
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

struct StoreSchema {
    struct Object {
        std::string_view type, name, table;
        std::string_view sql;   // "" where SQLite makes it by itself
        std::int64_t since = 1; // the first version that has it
    };
    std::int64_t application_id = 0;
    std::int64_t version = 0;
    std::vector<Object> objects; // in the order of their names
};

// Makes the tables of a new file, and those that a file of an older version lacks if it may be written to. The error
// says what is wrong with the file, which is then as it was: another program's, of a newer version, damaged, or with
// anything in it that could run code.
Result<void> set_up_store(Sqlite& sqlite, const std::string& file, Sqlite::Access access, const StoreSchema& schema);

// The first column of the first row.
Result<std::int64_t> number_of(Sqlite& sqlite, std::string_view sql);

// From now on no output of this command replaces the store or a journal beside it (overwrite_guard.hpp).
void protect_store(const std::filesystem::path& file);

} // namespace polyglot::io
