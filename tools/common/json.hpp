// Helps to format the JSON of the commands. Boost.JSON writes all of it. Test: json_test.cpp.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

// Converts text of any encoding with text::shown_line(), because JSON must be UTF-8.
boost::json::string json_of(std::string_view text);
boost::json::array json_of(const std::vector<std::string>& texts);

// Formats the object on one line, except that each element of the array `list` gets its own line.
std::string format_json_list(const boost::json::object& object, std::string_view list);

} // namespace polyglot::tools
