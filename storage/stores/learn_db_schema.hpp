// The tables of a learn store (docs/formats/learn-db.md): made, added to an older file, and checked before use.
#pragma once
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <cstdint>
#include <string>

namespace polyglot::io {

// 1: without days; 2: without the table of games that have waited. A file that is written to gets what it lacks.
constexpr std::int64_t learn_db_version = 3;
constexpr std::int64_t learn_db_version_with_days = 2;

// Makes the tables of a new file, and what an older one lacks if it may be written to. The error says what is wrong
// with the file, which is then as it was: another program's, of a newer version, damaged.
Result<void> set_up_learn_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access);

} // namespace polyglot::io
