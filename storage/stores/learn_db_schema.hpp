// The tables of a learn store (docs/formats/learn-db.md). They are created, added to an older file,
// and checked before use. Test: learn_db_schema_test.cpp.
#pragma once
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <cstdint>
#include <string>

namespace polyglot::io {

// Version 1 is without days, version 2 without the table of games that have waited. A file that is
// written gets what it lacks. Only a file with results of variants has version 4, so that the
// others stay files of earlier programs, and these refuse to read a part of what it has.
constexpr std::int64_t learn_db_version = 3;
constexpr std::int64_t learn_db_version_with_days = 2;
constexpr std::int64_t learn_db_version_with_variants = 4;

// Creates the tables of a new file, and those that an older one lacks if it may be written. The
// error says what is wrong with the file, which stays unchanged: it is of another program, of a
// newer version, or damaged.
Result<void> set_up_learn_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access);

// Creates the tables of variants if they are missing, within a transaction.
Result<void> add_variant_tables(Sqlite& sqlite);
Result<bool> has_variant_tables(Sqlite& sqlite);

} // namespace polyglot::io
