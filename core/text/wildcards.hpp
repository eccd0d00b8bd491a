// Wildcards in names of files. Test: wildcards_test.cpp.
#pragma once
#include <string_view>

namespace polyglot::text {

// Returns whether the name matches: `*` stands for any characters, `?` for one. ASCII letters match
// in either case, as in names of files on Windows.
bool matches_wildcards(std::string_view pattern, std::string_view name);

} // namespace polyglot::text
