#include "tools/setup/question.hpp"

#include <boost/json/array.hpp>

namespace polyglot::tools {

namespace json = boost::json;

std::string_view member_text(const json::object& question, std::string_view name) {
    const json::value* const value = question.if_contains(name);
    return value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                  : std::string_view();
}

bool is_true(const json::object& question, std::string_view name) {
    const json::value* const value = question.if_contains(name);
    return value != nullptr && value->is_bool() && value->get_bool();
}

Result<std::vector<std::string>> texts_of(const json::object& question, std::string_view name) {
    std::vector<std::string> texts;
    const json::value* const value = question.if_contains(name);
    if (value == nullptr) return texts;
    const std::string what(name);
    if (!value->is_array()) return make_error(what + ": a list is expected");
    for (const json::value& one : value->get_array()) {
        if (!one.is_string()) return make_error(what + ": each of them is a text");
        texts.emplace_back(one.get_string());
    }
    return texts;
}

} // namespace polyglot::tools
