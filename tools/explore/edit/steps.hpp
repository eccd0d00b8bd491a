// Reads a step of a user of the explorer: the question of the page, and its edits.
#pragma once
#include "core/result.hpp"
#include "tools/books/edit/edits.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

struct EditStep {
    std::vector<Edit> edits;
    std::string words;            // as options of edit-book
    boost::json::object question; // read_step() restores the step from it
};

// Returns the version of a file as "size" and "modified"; empty if the file does not exist.
boost::json::object version_of(const std::filesystem::path& file);

// Copies the permitted members from a question of the page. `other` is the book that copy-from
// reads, which the page cannot choose, or empty if there is none; the question gets its name and
// version.
boost::json::object question_of_step(const boost::json::object& asked, const std::string& other);
// Reads a step: "edit" is the name of an edit in edit-book, with "value", "start", "line" and
// "move" (absent: the whole position). Instead there may be "text" to import, and "variations",
// which says whether those of its games are included. The error describes what is wrong, or says
// that the book to copy from has changed.
Result<EditStep> read_step(const boost::json::object& question);

// Reads edits from a text: a table (CSV, JSON) as for edit-book -from; PGN with weights as
// convert-book writes it; or PGN of games, read as in make-book, each move of which is added. The
// error says where the text is wrong.
Result<std::vector<Edit>> read_edits(const std::string& text, const std::string& name,
                                     bool variations);

} // namespace polyglot::tools
