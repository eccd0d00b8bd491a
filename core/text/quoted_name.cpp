#include "core/text/quoted_name.hpp"

namespace polyglot::text {

std::string quote_name(std::string_view name) {
    std::string quoted = "\"";
    for (const char c : name) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (c == '\n')
            quoted += "\\n";
        else
            quoted += c;
    }
    return quoted + '"';
}

std::optional<std::string> parse_name(std::string_view& text) {
    if (!text.starts_with('"')) return std::nullopt;
    std::string name;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return name;
        }
        const bool escaped = text[i] == '\\' && i + 1 < text.size();
        if (escaped) ++i;
        name += escaped && text[i] == 'n' ? '\n' : text[i];
    }
    return std::nullopt;
}

} // namespace polyglot::text
