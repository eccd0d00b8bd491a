// What the ini files that commands write say about an engine. Test: ini_files_test.cpp of
// make_config.
#pragma once
#include "adapter/protocol/uci/uci.hpp"

#include <string>
#include <string_view>

namespace polyglot::tools {

// Recognizes options that polyglot sets itself during games.
bool is_set_by_polyglot(std::string_view name);
// Recognizes OwnBook (UCI), "Use Own Book", use_book and so on, if it is on by default.
bool turns_own_book_on(const protocol::OptionDeclaration& option);
// Returns "1 to 1024".
std::string describe_values(const protocol::OptionDeclaration& option);
// Formats a path so that the settings read it back; on Windows %NAME% is a variable in it.
std::string ini_path_value(const std::string& path);
// Formats a comment line with this text.
std::string ini_comment(std::string text);

} // namespace polyglot::tools
