#include "config/path_variables.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::config {
namespace {

bool is_letter(char c) {
    return (text::to_lower(c) >= 'a' && text::to_lower(c) <= 'z') || c == '_';
}

bool is_name(std::string_view name) {
    return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, [](char c) {
        return is_letter(c) || text::is_digit(c) || c == '(' || c == ')';
    });
}

} // namespace

Result<std::string> expand_variables(std::string_view path, const Environment& environment) {
    std::string expanded;
    while (!path.empty()) {
        const std::size_t begin = std::min(path.find('%'), path.size());
        expanded += path.substr(0, begin);
        path.remove_prefix(begin);
        if (path.empty()) break;
        const std::size_t end = path.find('%', 1);
        const std::string name(path.substr(1, end == std::string_view::npos ? 0 : end - 1));
        if (end == 1 || !is_name(name)) {
            expanded += '%';
            path.remove_prefix(end == 1 ? 2 : 1);
            continue;
        }
        const std::optional<std::string> value = environment(name);
        if (!value)
            return make_error("there is no environment variable " + name + " (write %% for a %)");
        expanded += *value;
        path.remove_prefix(end + 1);
    }
    return expanded;
}

std::string escape_variables(std::string_view path) {
    std::string escaped;
    for (const char c : path)
        escaped += c == '%' ? std::string("%%") : std::string(1, c);
    return escaped;
}

} // namespace polyglot::config
