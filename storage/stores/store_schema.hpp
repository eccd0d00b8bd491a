// The tables of an SQLite store of ours: made in a new file, and checked in another before any of it is used.
#pragma once
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

struct StoreSchema {
    std::int64_t application_id = 0;
    std::int64_t version = 0;
    // As in sqlite_master, in the order of their names: type, name, table, and the SQL that makes it; "" where SQLite
    // makes it by itself.
    std::vector<std::array<std::string_view, 4>> objects;
};

// Makes the tables of a new file. The error says what is wrong with the file, which is then as it was: another
// program's, of another version, damaged, or with anything in it that could run code.
Result<void> set_up_store(Sqlite& sqlite, const std::string& file, Sqlite::Access access, const StoreSchema& schema);

// From now on no output of this command replaces the store or a journal beside it (overwrite_guard.hpp).
void protect_store(const std::filesystem::path& file);

} // namespace polyglot::io
