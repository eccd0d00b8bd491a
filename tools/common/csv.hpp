// Reads and writes comma-separated values (RFC 4180). tests/unit/tools/common/csv_test.cpp shows
// it.
#pragma once
#include "core/result.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// Builds one record field by field. A field with a comma, quote or line end is quoted. A text that
// a spreadsheet would read as a formula (it begins with = + - @, a tab or a line end, and is not a
// number) gets an apostrophe in front, which CsvReader removes: names come from games and engines,
// and a formula can start programs.
class CsvRow {
  public:
    CsvRow& add(std::string_view field);
    template <std::integral Number>
    CsvRow& add(Number number) {
        return add(std::to_string(number));
    }
    CsvRow& skip(std::size_t fields);                 // adds empty fields
    const std::string& text() const { return text_; } // without a line end

  private:
    std::string text_;
    bool begun_ = false;
};

struct CsvRecord {
    std::vector<std::string> fields{};
    std::uint64_t line = 0; // the line of the text where the record begins, from 1
};

// Reads the records of a text one by one and removes the apostrophes that CsvRow puts in front of
// formulas. Lines end in CR LF, LF or CR; blank lines and a byte-order mark are skipped.
class CsvReader {
  public:
    explicit CsvReader(std::istream& in, char separator = ',') : in_(in), separator_(separator) {}
    // Returns nullopt at the end of the text. The error begins with the number of the line. A last
    // line without line end and with fewer fields than the line before it is an error, because the
    // text has been cut; other lines may be short, as in lists written by hand.
    Result<std::optional<CsvRecord>> next();
    // Returns false after the end of a text whose last line has no line end. Editors leave it out,
    // but it may also have been cut.
    bool has_last_line_end() const { return has_last_line_end_; }

  private:
    Result<std::optional<CsvRecord>> finish(CsvRecord record);
    Result<std::string> field(std::uint64_t line);
    Result<std::string> quoted_field(std::uint64_t line);
    bool end_of_line(); // consumes the line end if there is one

    std::istream& in_;
    char separator_;
    std::uint64_t line_ = 1;
    std::size_t fields_before_ = 0; // of the last record
    bool began_ = false, has_last_line_end_ = true;
};

} // namespace polyglot::tools
