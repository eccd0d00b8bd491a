#include "tools/common/json.hpp"

#include "core/text/utf8.hpp"

namespace polyglot::tools {

namespace json = boost::json;

json::string json_of(std::string_view text) {
    json::string shown(text::shown_line(text));
    return shown;
}

json::array json_of(const std::vector<std::string>& texts) {
    json::array list;
    for (const std::string& text : texts)
        list.emplace_back(json_of(text));
    return list;
}

std::string format_json_list(const json::object& object, std::string_view list) {
    std::string text;
    for (const auto& [name, value] : object) {
        text += (text.empty() ? "{" : ",") + json::serialize(json::string(name)) + ':';
        if (name != list) {
            text += json::serialize(value);
            continue;
        }
        const char* separator = "[\n";
        for (const json::value& element : value.as_array()) {
            text += separator + json::serialize(element);
            separator = ",\n";
        }
        text += value.as_array().empty() ? "[]" : "\n]";
    }
    return text + "}\n";
}

} // namespace polyglot::tools
