// Reads and writes results as comma-separated values (RFC 4180), the format of -export and -import:
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

// The same with the variant of each result, which is empty for chess.
inline constexpr std::string_view learn_csv_variant_header =
    "key,move,engine,opponent,games,half_points,first,last,drawn,begins,variant";

// Returns the row with its line end, CR LF.
std::string format_learn_csv(const io::LearnRow& row, bool with_variant = false);

// Passes all rows of a table with a header above, or with the first one without its last two
// columns, to sink.
// The separators are commas or, as in some spreadsheets, semicolons. The error begins with the
// number of the line and a colon.
Result<void> read_learn_csv(std::istream& in,
                            const std::function<Result<void>(const io::LearnRow&)>& sink);

// Parses the output of format_raw_move().
std::optional<std::uint16_t> parse_raw_move(std::string_view text);
// Parses "2026-11-21" to days since 1970-01-01.
std::optional<std::int32_t> parse_day(std::string_view text, char separator = '-');

} // namespace polyglot::tools
