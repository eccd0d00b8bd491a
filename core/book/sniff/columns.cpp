#include "core/book/sniff/columns.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::book {
namespace {

// Returns the fields without their quotes. A separator within quotes does not count.
std::vector<std::string> split(std::string_view line, char separator) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (const char c : line) {
        if (c == '"')
            is_quoted = !is_quoted;
        else if (c == separator && !is_quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

} // namespace

char separator_of(std::string_view first_line) {
    const auto times = [first_line](char separator) { return split(first_line, separator).size(); };
    // Of separators with equal counts, the first wins.
    return std::max({',', ';', '\t'}, [&times](char a, char b) { return times(a) < times(b); });
}

std::vector<std::string> columns_of(std::string_view first_line) {
    std::vector<std::string> columns = split(first_line, separator_of(first_line));
    for (std::string& column : columns)
        column = text::lower(text::trim(column));
    return columns;
}

std::string missing_columns(const std::vector<std::string>& columns,
                            const std::vector<std::string_view>& also_places,
                            const std::vector<std::string_view>& also_moves) {
    const auto has = [&columns](std::string_view column) {
        return std::ranges::find(columns, column) != columns.end();
    };
    std::string missing;
    if (!has("fen") && !has("line") && std::ranges::none_of(also_places, has))
        missing = "fen or line";
    if (!has("move") && !has("san") && std::ranges::none_of(also_moves, has))
        missing += (missing.empty() ? "" : ", ") + std::string("move or san");
    return missing;
}

} // namespace polyglot::book
