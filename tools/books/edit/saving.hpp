// Saves an edited book: the new file is written next to the old one and then renamed, and the run
// is added to the undo file.
#pragma once
#include "core/result.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/books/edit/history.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace polyglot::tools {

// Opens the book for editing and locks all of it against adapters that learn; their results wait
// for the new file. First waits, at most for `longest`, until adapters and other editing programs
// release it, so that the opened book contains what they have written. The path `file` has its
// links resolved; `name` is used in messages; keep_on is called while waiting and returns false to
// give up. The lock lasts as long as the reader.
Result<std::shared_ptr<const book::ByteReader>> lock_book(
    const std::filesystem::path& file, const std::string& name, std::chrono::milliseconds longest,
    const std::function<bool()>& keep_on = [] { return true; });

// Writes the book's bytes to a new file, which replaces the old one at commit().
Result<io::OutputFile> write_beside(const EditedBook& book, const std::filesystem::path& file,
                                    const std::string& name);

// Writes the book and records the run. If a second error follows the one that is returned, `remark`
// receives it.
Result<void> save_edits(const EditedBook& book, const std::filesystem::path& file,
                        const std::string& name, EditHistory& history, const std::string& command,
                        std::string& remark);

} // namespace polyglot::tools
