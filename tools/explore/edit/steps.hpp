// A step of a user of the explorer: what the page asked, and the edits that it stands for.
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
    boost::json::object question; // read_step() makes the step of it again
};

// The version of a file: "size" and "modified". Empty if there is no such file.
boost::json::object version_of(const std::filesystem::path& file);

// What a step's question may have, of one that the page has asked. other: the book that copy-from
// copies from, which a page cannot choose; empty: there is none. The question names it with its
// version.
boost::json::object question_of_step(const boost::json::object& asked, const std::string& other);
// "edit": an edit's name as edit-book has it, with "value", "start", "line" and "move" (absent: all
// of the position); or "text", to be imported, "variations" of its games too or not. The error says
// what is wrong, or that the book to copy from is another version by now.
Result<EditStep> read_step(const boost::json::object& question);

// A text with edits: a table (CSV, JSON) as edit-book -from reads it; PGN with weights as
// convert-book writes it; PGN of games, each move of which is added, read as make-book reads them.
// The error says where the text is wrong.
Result<std::vector<Edit>> read_edits(const std::string& text, const std::string& name,
                                     bool variations);

} // namespace polyglot::tools
