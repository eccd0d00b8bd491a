// Reads a table of openings, for the generator that compiles it in (docs/starter-book.md has the
// format).
#pragma once
#include "core/chess/move.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::openings {

struct TableName { // a position and what it is called
    std::uint64_t key = 0;
    std::string code, name;
};

struct Table {
    struct Problem {
        std::size_t line = 0; // from 1
        std::string text;     // without final full stop
    };
    std::vector<TableName> names; // by ascending key
    // From the start position, in the order of the table
    std::vector<std::vector<chess::Move>> starter_lines;
    // Every row that is wrong; of such a row nothing is above
    std::vector<Problem> problems;
};

// Lines "CODE<tab>NAME<tab>MOVES[<tab>CONTINUATION]", any line end; those that are empty or begin
// with '#' are comments. Moves are SAN or coordinates, without numbers. The continuation "-" keeps
// the row out of the starter lines.
Table read_table(std::string_view text);

} // namespace polyglot::openings
