#include "tools/common/csv.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

// Accepts numbers such as +0.35 and -12.
bool is_number(std::string_view text) {
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
    const std::size_t dot = std::min(text.find('.'), text.size());
    const auto are_digits = [](std::string_view part) {
        return !part.empty() && std::ranges::all_of(part, text::is_digit);
    };
    return are_digits(text.substr(0, dot)) &&
           (dot == text.size() || are_digits(text.substr(dot + 1)));
}

// Ignores leading apostrophes, so that the written and the read text always differ by exactly one
// apostrophe.
bool is_formula(std::string_view field) {
    field.remove_prefix(std::min(field.find_first_not_of('\''), field.size()));
    return !field.empty() &&
           std::string_view("=+-@\t\r\n").find(field.front()) != std::string_view::npos &&
           !is_number(field);
}

constexpr std::size_t longest_field = 1 << 20; // bytes; a lost quote must not swallow a large file

Error at_line(std::uint64_t line, const char* message) {
    return make_error(std::to_string(line) + ": " + message);
}

} // namespace

CsvRow& CsvRow::add(std::string_view field) {
    if (std::exchange(begun_, true)) text_ += ',';
    std::string harmless;
    if (is_formula(field)) field = harmless.append("'").append(field);
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
        text_ += field;
        return *this;
    }
    text_ += '"';
    for (const char c : field)
        text_.append(c == '"' ? 2 : 1, c);
    text_ += '"';
    return *this;
}

CsvRow& CsvRow::skip(std::size_t fields) {
    for (std::size_t i = 0; i < fields; ++i)
        add("");
    return *this;
}

bool CsvReader::end_of_line() {
    if (in_.peek() != '\r' && in_.peek() != '\n') return false;
    if (in_.get() == '\r' && in_.peek() == '\n') in_.get();
    ++line_;
    return true;
}

// Reads the field after its first quote. A doubled quote stands for one, and line ends are kept.
Result<std::string> CsvReader::quoted_field(std::uint64_t line) {
    std::string field;
    for (int c = in_.get(); c != EOF; c = in_.get()) {
        if (c == '"' && in_.peek() != '"') return field;
        if (c == '"') in_.get();
        if (c == '\n' || (c == '\r' && in_.peek() != '\n')) ++line_;
        if (field.size() == longest_field) break;
        field += static_cast<char>(c);
    }
    return at_line(line, "a quote that does not end");
}

Result<std::string> CsvReader::field(std::uint64_t line) {
    if (in_.peek() == '"') {
        in_.get();
        return quoted_field(line);
    }
    std::string field;
    for (int c = in_.peek(); c != EOF && c != separator_ && c != '\r' && c != '\n' && c != '"';
         c = in_.peek()) {
        if (field.size() == longest_field)
            return at_line(line, "a field of more than a million bytes");
        field += static_cast<char>(in_.get());
    }
    return field;
}

Result<std::optional<CsvRecord>> CsvReader::finish(CsvRecord record) {
    const std::size_t before = std::exchange(fields_before_, record.fields.size());
    if (has_last_line_end_ || fields_before_ >= before) return std::optional(std::move(record));
    return make_error(std::to_string(record.line) + ": the text ends after " +
                      std::to_string(fields_before_) + " of " + std::to_string(before) +
                      " fields of this line: it has been cut, or its line end is missing");
}

Result<std::optional<CsvRecord>> CsvReader::next() {
    if (!std::exchange(began_, true))
        for (const int mark : {0xef, 0xbb, 0xbf}) {
            if (in_.peek() != mark) break;
            in_.get();
        }
    while (end_of_line()) {
    }
    if (in_.peek() == EOF) return std::optional<CsvRecord>();
    CsvRecord record{.line = line_};
    for (;;) {
        auto read = field(record.line);
        if (!read) return read.error();
        if (read->starts_with('\'') && is_formula(*read)) read->erase(0, 1);
        record.fields.push_back(*std::move(read));
        has_last_line_end_ = end_of_line();
        if (has_last_line_end_ || in_.peek() == EOF) return finish(std::move(record));
        if (in_.get() != separator_) return at_line(line_, "a quote where a separator should be");
        if (record.fields.size() > 100) return at_line(record.line, "more than a hundred fields");
    }
}

} // namespace polyglot::tools
