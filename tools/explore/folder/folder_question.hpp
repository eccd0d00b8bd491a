// Reads the page's questions about the folder of books: tools/explore/API.md.
#pragma once
#include "core/result.hpp"
#include "tools/explore/folder/book_directory.hpp"

#include <string>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

// Returns "folder", "files", "skipped" and "more". `open` has the paths of the books that are open.
boost::json::object describe(const BookDirectory& folder, const std::vector<std::string>& open);
// Returns the paths of the one or two "books" of the question.
Result<std::vector<std::string>> wanted_books(const BookDirectory& folder,
                                              const boost::json::object& question);

} // namespace polyglot::tools
