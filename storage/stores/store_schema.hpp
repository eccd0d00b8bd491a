// The tables of an SQLite store of this program. They are created in a new file, and checked in an
// existing one before it is used.
#pragma once
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

// The application ids of the stores of searches (docs/formats/grow-db.md): "PgGB" and "PgRB".
constexpr std::int64_t grow_book_store_id = 0x5067'4742;
constexpr std::int64_t rate_book_store_id = 0x5067'5242;

struct StoreSchema {
    struct Object {
        std::string_view type, name, table;
        std::string_view sql;   // "" if SQLite creates the object by itself
        std::int64_t since = 1; // the first version that has it
    };
    std::int64_t application_id = 0;
    std::int64_t version = 0; // the latest one
    // The version that new files get, and older ones; 0: the latest one.
    std::int64_t made = 0;
    std::vector<Object> objects{}; // in the order of their names
    // A file of an older version stays as it is.
    bool keeps_versions = false;
    // Fills the tables of a new file, in the transaction that makes them; may be empty.
    std::function<Result<void>(Sqlite&)> fill{};
    std::int64_t made_version() const { return made == 0 ? version : made; }
    // Returns whether a file of this version lacks tables; 0: an empty file.
    bool is_behind(std::int64_t found) const {
        return found < made_version() && (found == 0 || !keeps_versions);
    }
};

// Creates the tables of a new file, and those that a file of an older version lacks if it may be
// written. The error says what is wrong with the file, which stays unchanged: it is of another
// program, of a newer version, damaged, or has content that could run code.
Result<void> set_up_store(Sqlite& sqlite, const std::string& file, Sqlite::Access access,
                          const StoreSchema& schema);

// Returns the first column of the first row.
Result<std::int64_t> number_of(Sqlite& sqlite, std::string_view sql);

// Prevents that an output of this command replaces the store or a journal beside it
// (overwrite_guard.hpp).
void protect_store(const std::filesystem::path& file);

} // namespace polyglot::io
