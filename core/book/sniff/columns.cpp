#include "core/book/sniff/columns.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::book {

char separator_of(std::string_view first_line) {
    const auto times = [first_line](char c) { return std::count(first_line.begin(), first_line.end(), c); };
    return std::max({',', ';', '\t'}, [&times](char a, char b) { return times(a) < times(b); }); // of equals the first
}

std::vector<std::string> columns_of(std::string_view first_line) {
    const char separator = separator_of(first_line);
    std::vector<std::string> columns;
    while (!first_line.empty()) {
        const std::string_view field = first_line.substr(0, first_line.find(separator));
        columns.push_back(text::lower(text::trim(field)));
        std::erase(columns.back(), '"');
        first_line.remove_prefix(std::min(field.size() + 1, first_line.size()));
    }
    return columns;
}

std::string missing_columns(const std::vector<std::string>& columns, const std::vector<std::string_view>& also_places,
                            const std::vector<std::string_view>& also_moves) {
    const auto has = [&columns](std::string_view column) {
        return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    std::string missing;
    if (!has("fen") && !has("line") && std::none_of(also_places.begin(), also_places.end(), has))
        missing = "fen or line";
    if (!has("move") && !has("san") && std::none_of(also_moves.begin(), also_moves.end(), has))
        missing += (missing.empty() ? "" : ", ") + std::string("move or san");
    return missing;
}

} // namespace polyglot::book
