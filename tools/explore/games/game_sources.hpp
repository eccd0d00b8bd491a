// Tells files of games from books among what the user names.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::tools {

// Returns whether the file is packed, or PGN that is not a book with weights (convert-book).
bool has_games(const std::string& file);
// Returns the files that make-book would read for these words. The error names what does not exist,
// what is a book, and standard input, of which no game can be read again.
Result<std::vector<std::filesystem::path>> find_games(const std::vector<std::string>& words);
// "games.pgn and 2 more"
std::string name_of_games(const std::vector<std::string>& words);

} // namespace polyglot::tools
