#include "config/ini_line.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::config {
namespace {

using text::is_blank;

bool starts_comment(char c) {
    return c == ';' || c == '#';
}

// A part of the line with its quoting resolved, trimmed at both ends. A quoted character is never a
// blank.
struct Token {
    std::string text;
    std::size_t first = 0; // column
    std::size_t past = 0;
    std::size_t stop = 0; // column of the character that ended it, or the line's size
};

// Reads from column until an unquoted character of `ends`.
Token read_token(std::string_view line, std::size_t column, std::string_view ends) {
    while (column < line.size() && is_blank(line[column]))
        ++column;
    Token token;
    token.first = token.past = column;
    std::size_t kept = 0; // size of the text up to the last character that is not a blank
    for (; column < line.size(); ++column) {
        const char c = line[column];
        const bool quotes = c == '\\' && column + 1 < line.size() && is_quotable(line[column + 1]);
        if (!quotes && ends.find(c) != std::string_view::npos) break;
        if (quotes) ++column;
        token.text += line[column];
        if (is_blank(c)) continue;
        kept = token.text.size();
        token.past = column + 1;
    }
    token.text.resize(kept);
    token.stop = column;
    return token;
}

bool only_comment_from(std::string_view line, std::size_t column) {
    while (column < line.size() && is_blank(line[column]))
        ++column;
    return column >= line.size() || starts_comment(line[column]);
}

void scan_section(std::string_view line, std::size_t bracket, LineScan& scan) {
    const Token token = read_token(line, bracket + 1, "]"); // since no comment begins before it
    const bool closed = token.stop < line.size() && line[token.stop] == ']';
    scan.kind = closed ? LineKind::Section : LineKind::OpenSection;
    // With the bracket inih finds the same mistake.
    scan.name = closed ? token.text : '[' + token.text;
    scan.name_column = bracket;
    scan.name_length = std::max(token.past, bracket + 1) - bracket;
    if (!closed || only_comment_from(line, token.stop + 1)) return;
    const std::size_t rest = line.size() - text::trim_left(line.substr(token.stop + 1)).size();
    scan.remarks.push_back({"what follows the section's name is ignored", "", rest,
                            text::trim(line.substr(rest)).size()});
}

// A value between quotes is taken unchanged if only a comment follows the second quote. Otherwise
// quotes are ordinary characters, as they always are in PolyGlot: "./my engine" --book "a b".
bool scan_quoted(std::string_view line, std::size_t column, LineScan& scan) {
    while (column < line.size() && is_blank(line[column]))
        ++column;
    if (column >= line.size() || line[column] != '"') return false;
    const std::size_t close = line.find('"', column + 1);
    if (close == std::string_view::npos || !only_comment_from(line, close + 1)) return false;
    scan.quoted = true;
    scan.value = line.substr(column + 1, close - column - 1);
    scan.value_column = column;
    scan.value_length = close + 1 - column;
    return true;
}

// Reads \"text", a value whose quotes belong to it because of the '\'. Save needs this form, since
// it has to write every text.
bool scan_kept_quotes(std::string_view line, std::size_t column, LineScan& scan) {
    while (column < line.size() && is_blank(line[column]))
        ++column;
    if (line.substr(column, 2) != "\\\"" || !scan_quoted(line, column + 1, scan)) return false;
    scan.quoted = false;
    scan.value = '"' + scan.value + '"';
    return true;
}

// A comment that begins at column `stop` between quotes or inside a word probably belongs to the
// value: C:\tb\3;D:\tb. PolyGlot cuts there too, so the value stays cut and the remark shows the
// rest.
void find_cut(std::string_view line, std::size_t stop, LineScan& scan) {
    if (stop >= line.size()) return;
    const bool quotes = std::ranges::count(scan.value, '"') % 2 != 0;
    const bool ends_word = stop == scan.value_column + scan.value_length && scan.value_length > 0;
    const bool inside_word = ends_word && stop + 1 < line.size() && !is_blank(line[stop + 1]);
    if (!quotes && !inside_word) return;
    scan.remarks.push_back(
        {std::string("a comment begins ") + (quotes ? "between quotes" : "inside a word") +
             ": the value is only " + text::quote(scan.value),
         std::string("write \\") + line[stop] + ", or put the whole value between quotes", stop,
         line.size() - stop});
}

void scan_value(std::string_view line, std::size_t column, LineScan& scan) {
    if (scan_quoted(line, column, scan)) return;
    if (scan_kept_quotes(line, column, scan)) return;
    Token token = read_token(line, column, ";#");
    scan.value_column = token.first;
    scan.value_length = token.past - token.first;
    scan.value = std::move(token.text);
    find_cut(line, token.stop, scan);
}

} // namespace

bool LineCutter::next(SourceLine& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find(end_);
    line.text = rest_.substr(0, end);
    line.number = ++number_;
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    return true;
}

LineScan scan_line(std::string_view line) {
    LineScan scan;
    const std::size_t begin = line.size() - text::trim_left(line).size();
    if (begin == line.size() || starts_comment(line[begin])) return scan;
    if (line[begin] == '[') {
        scan_section(line, begin, scan);
        return scan;
    }
    Token token = read_token(line, begin, "=;#");
    scan.kind =
        token.stop < line.size() && line[token.stop] == '=' ? LineKind::Pair : LineKind::NoEquals;
    scan.name = std::move(token.text);
    scan.name_column = token.first;
    scan.name_length = token.past - token.first;
    if (scan.kind == LineKind::Pair) scan_value(line, token.stop + 1, scan);
    return scan;
}

std::optional<std::string_view> book_of_section(std::string_view section) {
    const std::string_view word = text::next_word(section);
    if (!text::equal_ignoring_case(word, "Book")) return std::nullopt;
    return text::trim(section);
}

namespace {

// Returns true for "text" in quotes, which is read without them.
bool stands_between_quotes(std::string_view value) {
    return value.starts_with('"') && value.size() > 1 && value.find('"', 1) == value.size() - 1;
}

// Escapes by '\' only, without adding quotes.
std::string escape(std::string_view value) {
    std::string text;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool special = value[i] == ';' || value[i] == '#';
        // Before a quote a '\' is special only at the start of a value.
        const bool lone = value[i] == '\\' &&
                          (i + 1 == value.size() || !is_quotable(value[i + 1])) &&
                          !(i == 0 && value.substr(1, 1) == "\"");
        if (special || (value[i] == '\\' && !lone)) text += '\\';
        text += value[i];
    }
    return text;
}

} // namespace

std::string format_ini_value(std::string_view value) {
    const bool blank_ends = value != text::trim(value);
    const bool quotes = value.find('"') != std::string_view::npos;
    if (stands_between_quotes(value)) return '\\' + std::string(value);
    // Quotes keep a value unchanged if it contains none; otherwise '\' is used.
    if (value.empty() ||
        (!quotes && (blank_ends || value.find_first_of(";#") != std::string_view::npos)))
        return '"' + std::string(value) + '"';
    return escape(value);
}

std::string format_ini_command(std::string_view command) {
    return stands_between_quotes(command) ? std::string(command) : escape(command);
}

std::string format_ini_name(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (is_quotable(c)) text += '\\';
        text += c;
    }
    return text;
}

} // namespace polyglot::config
