// The tables of results in a server (docs/formats/learn-db.md).
#pragma once
#include <cstdint>
#include <string>

namespace polyglot::io {

constexpr std::int64_t learn_server_version = 4; // the same as of files with variants

// In one transaction. id: 32 hexadecimal digits that no other store has.
std::string create_tables_sql(const std::string& id);

// Returns the query for rows of results; condition is for the columns of either table. The columns:
// key, move, engine's and opponent's name, games, half_points, first_day, last_day, variant, begins
// (2: the games are not known by day), drawn. In the order of LearnDb::visit().
std::string rows_sql(const std::string& condition);
// The same in the order of LearnDb::visit_by_day().
std::string rows_by_day_sql(const std::string& condition);

} // namespace polyglot::io
