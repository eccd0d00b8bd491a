// The undo file beside an edited book, BOOK.undo: what each run of edit-book has changed. One JSON object a line, the
// newest last: {"time":"2026-11-23 13:20:01","edits":"-move e4 -weight 10","positions":[{"fen":…,"before":[[move,
// weight, learn count, learn sum], …],"after":[…]}, …]}, moves as PolyGlot's 16 bits, time in UTC.
#pragma once
#include "core/result.hpp"
#include "tools/edit_book/edited_book.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace polyglot::tools {

struct EditRun {
    std::string time, edits;
    std::vector<PositionChange> positions;
};

class EditHistory {
  public:
    // Of this book; without the file it is empty. The error names the file, and the line that is damaged.
    static Result<EditHistory> load(const std::filesystem::path& book);

    const std::vector<EditRun>& runs() const { return runs_; }
    const std::filesystem::path& file() const { return file_; }
    // Written whole or not at all.
    Result<void> add(std::string edits, std::span<const PositionChange* const> changes);
    Result<void> remove_last(); // the last one removes the file

  private:
    Result<void> save() const;

    std::filesystem::path file_;
    std::vector<EditRun> runs_;
};

} // namespace polyglot::tools
