// Results as comma-separated values (RFC 4180), as -export writes and -import reads them: docs/learn-book.md.
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

inline constexpr std::string_view learn_csv_header = "key,move,engine,opponent,games,half_points,first,last";

// With the line end (CR LF). A field with a comma, quote or line end is quoted.
std::string format_csv_record(const std::vector<std::string>& fields);
std::string format_learn_csv(const io::LearnRow& row);

struct CsvRecord {
    std::vector<std::string> fields;
    std::uint64_t line = 0; // of the text, from 1: where the record begins
};
// The records of a text one by one. Lines end in CR LF, LF or CR; blank lines are passed over, a byte-order mark too.
class CsvReader {
  public:
    explicit CsvReader(std::istream& in) : in_(in) {}
    // Nothing at the end of the text. The error has the number of the line in front of its message.
    Result<std::optional<CsvRecord>> next();

  private:
    Result<std::string> quoted_field(std::uint64_t line);
    bool end_of_line(); // at one: takes it

    std::istream& in_;
    std::uint64_t line_ = 1;
    bool began_ = false;
};

// All rows of a table with the header above. The error begins with the number of the line and a colon.
Result<void> read_learn_csv(std::istream& in, const std::function<Result<void>(const io::LearnRow&)>& sink);

// What format_raw_move() writes.
std::optional<std::uint16_t> parse_raw_move(std::string_view text);
// "2026-11-21"; days since 1970-01-01.
std::string format_day(std::int32_t day);
std::optional<std::int32_t> parse_day(std::string_view text, char separator = '-');

} // namespace polyglot::tools
