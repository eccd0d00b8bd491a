// What the commands' JSON has in common. Boost.JSON writes all of it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

// Text of any encoding as text::shown_line() shows it: JSON must be UTF-8.
boost::json::string json_of(std::string_view text);
boost::json::array json_of(const std::vector<std::string>& texts);

// On one line, but each element of the array `list` on its own line.
std::string format_json_list(const boost::json::object& object, std::string_view list);

} // namespace polyglot::tools
