// What make-book is given as games.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

// "v.abk: an Arena book (.abk)": the first file that is a book of another format than PGN. A parser
// of games finds moves in some of them, too. Files that cannot be read are left to the one who
// reads games.
std::optional<std::string> find_book_among(const std::vector<std::filesystem::path>& files);

} // namespace polyglot::tools
