// The tables of a learn store (docs/formats/learn-db.md): made, added to an older file, and checked before use.
#pragma once
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <cstdint>
#include <string>

namespace polyglot::io {

constexpr std::int64_t learn_db_version = 2; // 1: without days, which are added when such a file is written to

// Makes the tables of a new file, and what an older one lacks if it may be written to. The error says what is wrong
// with the file, which is then as it was: another program's, of a newer version, damaged.
Result<void> set_up_learn_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access);

} // namespace polyglot::io
