// Results as comma-separated values (RFC 4180), as -export writes and -import reads them:
// docs/learn-book.md.
#pragma once
#include "core/result.hpp"
#include "storage/stores/learn_db.hpp"

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

inline constexpr std::string_view learn_csv_header =
    "key,move,engine,opponent,games,half_points,first,last,drawn,begins";

// With its line end, CR LF.
std::string format_learn_csv(const io::LearnRow& row);

// All rows of a table with the header above, with or without its last two columns, divided by
// commas or, in a spreadsheet's manner, by semicolons. The error begins with the number of the line
// and a colon.
Result<void> read_learn_csv(std::istream& in,
                            const std::function<Result<void>(const io::LearnRow&)>& sink);

// What format_raw_move() writes.
std::optional<std::uint16_t> parse_raw_move(std::string_view text);
// "2026-11-21"; days since 1970-01-01.
std::optional<std::int32_t> parse_day(std::string_view text, char separator = '-');

} // namespace polyglot::tools
