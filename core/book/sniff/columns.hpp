// Reads the first line of a table (CSV), which lists its columns.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

// Returns the separator of the fields of a table: a comma; a semicolon, which spreadsheets write
// where numbers have a decimal comma; or a tab, as in a table copied from a spreadsheet. It is the
// one that occurs most often outside quotes, because names may contain the others.
char separator_of(std::string_view first_line);
// Returns the names of the columns in lower case, without blanks and quotes around them.
std::vector<std::string> columns_of(std::string_view first_line);

// Returns what is missing: "fen or line, move or san"; empty if nothing is. also_places and
// also_moves are other columns that a table may have instead of places and moves; the defaults are
// those of a book.
std::string missing_columns(const std::vector<std::string>& columns,
                            const std::vector<std::string_view>& also_places = {"key"},
                            const std::vector<std::string_view>& also_moves = {"raw"});

} // namespace polyglot::book
