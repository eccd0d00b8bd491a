// Checks the files that a command reads as games.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

// Finds the first file that is a book of another format than PGN and describes it: "v.abk: an Arena
// book (.abk)". This check is needed because a parser of games finds moves in some books, too.
// Files that cannot be read are ignored here; reading the games reports them.
std::optional<std::string> find_book_among(const std::vector<std::filesystem::path>& files);

} // namespace polyglot::tools
