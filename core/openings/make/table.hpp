// Reads a table of openings for the generator that compiles it in (docs/starter-book.md has the
// format). Test: table_test.cpp.
#pragma once
#include "core/chess/move.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::openings {

struct TableName { // a position and its name
    std::uint64_t key = 0;
    std::string code, name;
};

struct Table {
    struct Problem {
        std::size_t line = 0; // from 1
        std::string text;     // without final full stop
    };
    std::vector<TableName> names; // by ascending key
    // Lines from the start position, in the order of the table.
    std::vector<std::vector<chess::Move>> starter_lines;
    // Every row that is wrong. The fields above have nothing of such a row.
    std::vector<Problem> problems;
};

// Reads lines "CODE<tab>NAME<tab>MOVES[<tab>CONTINUATION]" with any line ends; empty lines and
// those that begin with '#' are skipped. Moves are SAN or coordinates, without numbers. The
// continuation "-" excludes the row from the starter lines.
Table read_table(std::string_view text);

} // namespace polyglot::openings
