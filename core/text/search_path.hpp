// The value of PATH. Test: search_path_test.cpp.
#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

namespace polyglot {

// Returns the absolute folders that a value of PATH names, in its order. Empty and relative entries
// are left out, because what is found must not depend on the current folder.
std::vector<std::filesystem::path> folders_of_search_path(std::string_view search_path);

} // namespace polyglot
