// The undo file next to an edited book, BOOK.undo, records the changes of each run of edit-book. It
// has one JSON object per line, the latest run last: {"time":"2026-11-23 13:20:01","edits":"-move
// e4 -weight 10", …}, with the time in UTC and the data that the book's format needs to take the
// run back, at least "positions":[{"fen":…}, …]. For a book in PolyGlot's format, each position has
// "before":[[move, weight, learn count, learn sum], …] and "after", with moves in PolyGlot's 16-bit
// encoding.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

struct EditRun {
    std::string time, edits;
    boost::json::object record{}; // EditedBook::record() with time and edits
    std::size_t positions = 0;
};

class EditHistory {
  public:
    // Loads the history of this book; it is empty if the file does not exist. The error names the
    // file and the damaged line.
    static Result<EditHistory> load(const std::filesystem::path& book);

    // Begins the history of a new book. A file of an older book of this name is replaced by add(),
    // and restored by remove_last(). It is an error if that file cannot be read.
    static Result<EditHistory> begin(const std::filesystem::path& book);

    // Returns BOOK.undo.
    static std::filesystem::path file_of(const std::filesystem::path& book);

    const std::vector<EditRun>& runs() const { return runs_; }
    const std::filesystem::path& file() const { return file_; }
    // Replaces the file as a whole or not at all.
    Result<void> add(const std::string& edits, const boost::json::object& record);
    Result<void> remove_last(); // removes the file with its last run, or restores the older one

  private:
    explicit EditHistory(const std::filesystem::path& book);
    Result<void> save() const;
    Result<void> write(const std::string& text) const;

    std::filesystem::path book_, file_;
    std::optional<std::string> older_; // the file of an older book
    std::vector<EditRun> runs_;
};

} // namespace polyglot::tools
