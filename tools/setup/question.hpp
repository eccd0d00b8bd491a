// Reads the members of the page's questions.
#pragma once
#include "core/result.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

// Returns an empty text if the question has no such member, or one that is no text.
std::string_view member_text(const boost::json::object& question, std::string_view name);
bool is_true(const boost::json::object& question, std::string_view name);
// Returns an empty list if the question has no such member.
Result<std::vector<std::string>> texts_of(const boost::json::object& question,
                                          std::string_view name);

} // namespace polyglot::tools
