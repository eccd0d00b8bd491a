// The first line of a table (CSV), which names its columns.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

// What separates the fields of a table: a comma; a semicolon, as spreadsheets write where the comma
// is in numbers; or a tab, as in a table that is copied out of a spreadsheet. The one that is there
// most often outside quotes, because names may have the others in them.
char separator_of(std::string_view first_line);
// In lower case, without the blanks and quotes around them.
std::vector<std::string> columns_of(std::string_view first_line);

// "fen or line, move or san": what none of these columns is called. Empty if nothing is missing. A
// table may have other columns instead, of places and of moves; the defaults are those of a book.
std::string missing_columns(const std::vector<std::string>& columns,
                            const std::vector<std::string_view>& also_places = {"key"},
                            const std::vector<std::string_view>& also_moves = {"raw"});

} // namespace polyglot::book
