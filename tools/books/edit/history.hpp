// The undo file beside an edited book, BOOK.undo: what each run of edit-book has changed. One JSON
// object a line, the newest last: {"time":"2026-11-23 13:20:01","edits":"-move e4 -weight 10", …},
// time in UTC, and what the book's format needs to take the run back: "positions":[{"fen":…}, …] at
// least. Of a book in PolyGlot's format these have "before":[[move, weight, learn count, learn
// sum], …] and "after", moves as PolyGlot's 16 bits.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

struct EditRun {
    std::string time, edits;
    boost::json::object record; // EditedBook::record(), and the two above
    std::size_t positions = 0;
};

class EditHistory {
  public:
    // Of this book; without the file it is empty. The error names the file, and the line that is
    // damaged.
    static Result<EditHistory> load(const std::filesystem::path& book);

    const std::vector<EditRun>& runs() const { return runs_; }
    const std::filesystem::path& file() const { return file_; }
    // Written whole or not at all.
    Result<void> add(const std::string& edits, const boost::json::object& record);
    Result<void> remove_last(); // the last one removes the file

  private:
    Result<void> save() const;

    std::filesystem::path book_, file_;
    std::vector<EditRun> runs_;
};

} // namespace polyglot::tools
