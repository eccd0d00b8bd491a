// The tables of a store of searches (docs/formats/grow-db.md): made in a new file, and checked
// before use. Test: grow_db_test.cpp.
#pragma once
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"
#include "storage/stores/sqlite.hpp"

#include <string>

namespace polyglot::io {

struct NewGrowDb {
    GrowDb::Owner owner;
    const std::string& variant; // empty for chess
};

// Makes the tables of a new file, which is of this variant. The error says what is wrong with an
// existing file, which stays unchanged, as set_up_store() does.
Result<void> set_up_grow_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access,
                            const NewGrowDb& wanted);
// Returns the owner that the file names, or grow-book, for its message, if it names neither.
Result<GrowDb::Owner> owner_of(Sqlite& sqlite);
// Returns the variant that the file names; empty for chess. Call it after set_up_grow_db().
Result<std::string> variant_of_grow_db(Sqlite& sqlite, const std::string& file);

} // namespace polyglot::io
